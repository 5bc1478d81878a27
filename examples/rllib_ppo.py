"""RLlib on Ray: PPO with masked actions, one learner against a bot.

pip install 'goldenspike[envs,train]' 'ray[rllib]'
python examples/rllib_ppo.py --iterations 100 --runners 2
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

HERE = str(Path(__file__).parent)


def make_env(options: dict[str, str]) -> object:
    """Make the environment in a worker, with the names that RLlib's masking module expects."""
    sys.path.insert(0, HERE)
    import gymnasium
    from gymnasium import spaces
    from learner_env import LearnerEnv

    env = LearnerEnv(options["board"], opponents=options["opponent"])
    given = env.observation_space
    space = spaces.Dict(
        {
            "action_mask": spaces.Box(0.0, 1.0, given["action_mask"].shape, "float32"),
            "observations": given["observation"],
        }
    )

    def rename(seen: dict[str, object]) -> dict[str, object]:
        mask = seen["action_mask"].astype("float32")
        if not mask.any():
            mask[:] = 1  # the game is over: nothing is chosen here, and softmax needs something
        return {"action_mask": mask, "observations": seen["observation"]}

    return gymnasium.wrappers.TransformObservation(env, rename, space)


def main(words: list[str] | None = None) -> float:
    """Train, and return the mean reward of the last iteration."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--board", default="usa")
    reader.add_argument("--opponent", default="greedy")
    reader.add_argument("--iterations", type=int, default=100)
    reader.add_argument("--batch", type=int, default=4000)
    reader.add_argument("--runners", type=int, default=1, help="processes that play")
    given = reader.parse_args(words)
    ray.init(ignore_reinit_error=True, include_dashboard=False, log_to_driver=False)
    register_env("golden_spike", make_env)
    config = (
        PPOConfig()
        .environment("golden_spike", env_config={"board": given.board, "opponent": given.opponent})
        .env_runners(num_env_runners=given.runners)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(
            train_batch_size_per_learner=given.batch,
            minibatch_size=min(128, given.batch),
            num_epochs=2,
            gamma=0.999,
        )
    )
    algorithm = config.build_algo()
    reward = 0.0
    for number in range(given.iterations):
        result = algorithm.train()["env_runners"]
        reward = float(result.get("episode_return_mean", 0.0))
        print(f"iteration {number}: mean reward {reward:+.2f}", flush=True)
    algorithm.stop()
    ray.shutdown()
    return reward


if __name__ == "__main__":
    main()
