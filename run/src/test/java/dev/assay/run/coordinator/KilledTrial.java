package dev.assay.run.coordinator;

import dev.assay.driver.TopicSpec;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.model.result.CreationEntry.Topic;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.existing.ExistingSystem;
import dev.assay.run.existing.ExistingSystemProvider;
import dev.assay.run.existing.KillSwitch;
import dev.assay.run.existing.Killed;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs a trial on a system of others whose worker, coordinator or both are killed at a step, and cleans up afterwards. */
final class KilledTrial {
    enum Victim {
        BOTH,
        WORKER,
        COORDINATOR
    }

    private final TrialRequest request;
    private final ExistingSystem system;
    private final RunDirectory directory;

    KilledTrial(TrialRequest request, Path folder) {
        this.request = request;
        this.system = new ExistingSystem(theirs(request));
        this.directory = RunDirectory.create(folder, "state", Instant.EPOCH);
    }

    /** Returns what others have there, some of it under names that look like those of the trial. */
    private static List<String> theirs(TrialRequest request) {
        String trial = "assay-" + request.runId() + "-1";
        return List.of(
                "topic orders",
                "group billing",
                "user alice",
                "namespace theirs",
                "policy of namespace theirs",
                "topic " + trial + "-2",
                "topic " + trial + "0-0",
                "topic " + trial + "-0x",
                "namespace " + trial + "0",
                "policy of namespace " + trial + "0",
                "group " + trial + "-mine",
                "group " + trial + "0-tail",
                "group " + trial + "-tail-again-again");
    }

    ExistingSystem system() {
        return system;
    }

    String group() {
        return request.topics().getFirst().subscriptions().getFirst();
    }

    /** Returns the run's directory, with its journal. */
    RunDirectory directory() {
        return directory;
    }

    /** Runs it with nobody killed; returns the steps that it took. */
    List<String> steps() throws Exception {
        KillSwitch worker = KillSwitch.never();
        KillSwitch coordinator = KillSwitch.never();
        try (InProcessWorker serving = InProcessWorker.start("w1", new ExistingSystemProvider(system, worker))) {
            run(serving, coordinator);
        }
        return Stream.concat(worker.seen().stream(), coordinator.seen().stream())
                .distinct()
                .toList();
    }

    /**
     * Runs it until somebody is killed, and returns when the survivors have reacted.
     *
     * @return whether it has come to the step; a machine that was too slow to send anything in time may prevent that
     */
    boolean killAt(String step, Victim victim) throws Exception {
        List<Runnable> kill = new ArrayList<>();
        Runnable inject = () -> kill.forEach(Runnable::run);
        KillSwitch workers = KillSwitch.at(step, inject);
        KillSwitch coordinators = KillSwitch.at(step, inject);
        ExistingSystemProvider provider = new ExistingSystemProvider(system, workers);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider)) {
            if (victim != Victim.COORDINATOR) {
                kill.add(workers::die);
            }
            if (victim != Victim.WORKER) {
                kill.add(coordinators::die);
                kill.add(worker.connection()::close);
            }
            kill.add(
                    victim == Victim.COORDINATOR
                            ? KilledTrial::awaitInterrupt
                            : () -> Thread.ofPlatform().daemon().start(worker.server()::close));
            if (run(worker, coordinators).totals().sent() == 0 && !workers.injected() && !coordinators.injected()) {
                return false;
            }
        } catch (TrialFailedException | Killed ended) {
            if (!workers.injected() && !coordinators.injected()) {
                throw ended;
            }
        }
        if (!workers.injected() && !coordinators.injected()) {
            throw new AssertionError("the trial has not come to the step " + step);
        }
        TestTimeouts.await("the worker has cleaned up", () -> provider.open() == 0);
        return true;
    }

    /** Waits in a step until the worker finds its coordinator gone. */
    private static void awaitInterrupt() {
        if (Thread.currentThread().getName().equals("trial")) {
            TestTimeouts.await(
                    "the step is cut short", () -> Thread.currentThread().isInterrupted());
        }
    }

    private TrialOutcome run(InProcessWorker worker, KillSwitch coordinator) throws Exception {
        return new Measurement(TestTimeouts.LIMITS)
                .noting((step, topics) -> {
                    coordinator.step("before noting " + step);
                    note(step, topics);
                    coordinator.step("after noting " + step);
                })
                .run(request, List.of(worker.connection()), event -> {
                    if (event instanceof TrialEvent.Interval) {
                        coordinator.step("when values come");
                    } else if (event instanceof TrialStage stage) {
                        coordinator.step("when it is " + stage);
                    }
                });
    }

    private void note(Step step, List<TopicSpec> topics) {
        List<Topic> noted = topics.stream()
                .map(topic -> new Topic(topic.name(), topic.partitions(), topic.subscriptions()))
                .toList();
        directory
                .creations()
                .append(new CreationEntry(
                        Instant.EPOCH.toString(), request.trial().folder(), step, noted));
    }

    /** Cleans up as {@code assay cleanup} does: another worker removes what is left by the journal. Returns what was in the way. */
    String cleanUp() throws Exception {
        Map<String, List<Topic>> left = directory.creations().left();
        if (left.isEmpty()) {
            return "";
        }
        List<TopicSpec> topics = left.values().stream()
                .flatMap(List::stream)
                .map(topic -> new TopicSpec(topic.name(), topic.partitions(), topic.subscriptions()))
                .toList();
        ExistingSystemProvider provider = new ExistingSystemProvider(system, KillSwitch.never());
        try (InProcessWorker worker = InProcessWorker.start("w2", provider)) {
            String problem = new TopicRemoval(TestTimeouts.LIMITS)
                    .remove(request, topics, worker.connection())
                    .problem();
            if (problem.isEmpty()) {
                note(Step.DELETED, topics);
            }
            return problem;
        }
    }
}
