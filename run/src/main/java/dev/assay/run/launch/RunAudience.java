package dev.assay.run.launch;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.trial.TrialListener;
import dev.assay.run.event.Progress;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.stage.RunFollower;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * @param progress people at the terminal, or programs
 * @param report what they read in the end
 * @param followers each takes its port when it is made, and throws a {@link CommandFailure} where it can't
 */
public record RunAudience(Progress progress, RunReport report, List<Supplier<? extends RunFollower>> followers) {
    public RunAudience {
        followers = List.copyOf(followers);
    }

    public RunAudience(Progress progress, RunReport report) {
        this(progress, report, List.of());
    }

    /** Holds followers with their ports, which are released on closing. */
    record Bound(List<RunFollower> all) implements TrialAudience, AutoCloseable {
        @Override
        public TrialListener of(dev.assay.scenario.plan.PlannedTrial trial) {
            return TrialListener.all(
                    all.stream().map(follower -> follower.audience().of(trial)).toList());
        }

        @Override
        public void close() {
            all.reversed().forEach(RunFollower::close);
        }
    }

    /** @throws CommandFailure when one can't have its port; none holds one then */
    Bound bind() {
        Bound bound = new Bound(new ArrayList<>());
        try {
            followers.forEach(follower -> bound.all.add(follower.get()));
            return bound;
        } catch (RuntimeException e) {
            bound.close();
            throw e;
        }
    }
}
