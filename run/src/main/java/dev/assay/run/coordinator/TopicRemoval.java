package dev.assay.run.coordinator;

import dev.assay.driver.LocalClock;
import dev.assay.driver.TopicSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public final class TopicRemoval {
    private final Timeouts timeouts;

    public TopicRemoval(Timeouts timeouts) {
        this.timeouts = timeouts;
    }

    /**
     * @param existing names of those topics that still existed, in order
     * @param problem why something could not be removed; empty where everything was, or nothing was to be
     */
    public record Result(List<String> existing, String problem) {
        public Result {
            existing = List.copyOf(existing);
        }
    }

    /** Returns which of the topics exist; touches nothing. */
    public Result look(TrialRequest request, List<TopicSpec> topics, WorkerConnection worker)
            throws TrialFailedException, InterruptedException {
        return work(request, topics, worker, false);
    }

    /**
     * Removes the topics with everything that bears their names; missing ones are no error.
     *
     * @param request how the system is reached
     */
    public Result remove(TrialRequest request, List<TopicSpec> topics, WorkerConnection worker)
            throws TrialFailedException, InterruptedException {
        return work(request, topics, worker, true);
    }

    private Result work(TrialRequest request, List<TopicSpec> topics, WorkerConnection worker, boolean remove)
            throws TrialFailedException, InterruptedException {
        TrialSignals events = new TrialSignals(LocalClock.SYSTEM);
        try (TrialWorkers one =
                new TrialWorkers(List.of(worker), events, interval -> {}, timeouts, ReportBounds.of(request))) {
            WorkerCommands steps = new WorkerCommands(request, one, WorkerHosts.of(List.of(worker), events.clock()));
            steps.connect();
            Set<String> existing = new HashSet<>(steps.lookUp(topics));
            String problem = remove ? steps.remove(topics) : "";
            one.end();
            List<String> inOrder = topics.stream()
                    .map(TopicSpec::name)
                    .filter(existing::contains)
                    .toList();
            return new Result(inOrder, problem);
        }
    }
}
