package dev.assay.run.cleanup;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.KubernetesLookup;
import dev.assay.cluster.system.LeftServers;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.driver.LocalClock;
import dev.assay.driver.TopicSpec;
import dev.assay.host.ThisMachine;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.display.VisibleText;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.model.result.CreationEntry.Topic;
import dev.assay.model.result.RunRecord;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TopicRemoval;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.run.event.Progress;
import dev.assay.run.event.TrialAudience;
import dev.assay.run.launch.OwnRuns;
import dev.assay.run.launch.Resumption;
import dev.assay.run.stage.HarnessFaults;
import dev.assay.run.stage.RunContext;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.run.workers.WorkerDemand;
import dev.assay.run.workers.WorkerPools;
import dev.assay.run.workers.Workers;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Removes what a run that ended early has left on systems that others run: only topics that its journal names. */
public final class Cleanup {
    private final Resumption interrupted;
    private final RunDirectory directory;
    private final Plan plan;
    private final WorkerChoice choice;
    private final Progress progress;

    /**
     * Creates the cleanup of a run that nobody resumes meanwhile.
     *
     * @param plan says how the run's systems are reached
     * @param choice the workers that drove its load, and can reach the systems too
     */
    public Cleanup(Resumption run, Plan plan, WorkerChoice choice, Progress progress) {
        this.interrupted = run;
        this.directory = run.directory();
        this.plan = plan;
        this.choice = choice;
        this.progress = progress;
    }

    /** Lists the topics that are left according to the journal, a line each. */
    public static List<String> listed(Map<String, List<Topic>> left) {
        return left.entrySet().stream()
                .flatMap(trial -> trial.getValue().stream()
                        .map(topic -> "%s  (trial %s, %d partitions, %d subscriptions)"
                                .formatted(
                                        topic.name(),
                                        trial.getKey(),
                                        topic.partitions(),
                                        topic.subscriptions().size())))
                .map(VisibleText::line)
                .toList();
    }

    /** Returns what a killed run has left in Kubernetes of the servers that it started there. */
    public static List<LeftServers> servers(RunRecord run, AssayCache cache) {
        return KubernetesLookup.installed().left(run.identity(), cache);
    }

    /** Says what has become of the servers that a run started in Kubernetes, and so of the topics there. */
    public enum StartedServers {
        GONE("the topics are gone with the servers that the run had started"),
        LEFT("the topics go with the servers that the run has started"),
        /** Where another user has started the run, or on another machine, only the cache there knows. */
        UNKNOWN(
                "this user's cache has no record of the servers that the run started in Kubernetes, so they and these topics may be left there; run 'assay cleanup' where the run was started");

        private final String text;

        StartedServers(String text) {
            this.text = text;
        }
    }

    /**
     * Looks up which of these topics exist, and removes them.
     *
     * @param left topics left according to the journal, by the folders of the trials
     * @param remove whether to remove them, or only to say what would be removed
     * @return OK when nothing is left, or nothing was to be removed
     */
    public ExitCode run(Map<String, List<Topic>> left, StartedServers servers, boolean remove) {
        AssayCache cache = AssayCache.standard();
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases())) {
            supervisor.cleanUp().forEach(progress::say);
            RunContext context = new RunContext(
                    cache,
                    supervisor,
                    new ArtifactCache(cache, progress),
                    new ThisMachine(),
                    LocalClock.SYSTEM,
                    progress,
                    TrialAudience.NONE);
            ExitCode code = ExitCode.OK;
            left.values().forEach(topics -> refuseOthers(byRunId(topics).keySet(), OwnRuns.of(cache)));
            for (Map.Entry<String, List<Topic>> trial : left.entrySet()) {
                if (hadServers(planned(trial.getKey()))) {
                    progress.say(trial.getKey() + ": " + servers.text);
                    if (servers != StartedServers.GONE) {
                        code = remove ? ExitCode.ENVIRONMENT : code;
                    } else if (remove) {
                        deleted(trial.getKey(), trial.getValue());
                    }
                    continue;
                }
                for (Map.Entry<String, List<Topic>> run :
                        byRunId(trial.getValue()).entrySet()) {
                    if (!clean(planned(trial.getKey()), run.getKey(), run.getValue(), context, remove)) {
                        code = ExitCode.SYSTEM_UNDER_TEST;
                    }
                }
            }
            return code;
        }
    }

    /** Groups the topics by run id: a run that was resumed has had several, and workers delete those of one at a time. */
    private Map<String, List<Topic>> byRunId(List<Topic> recorded) {
        Map<String, List<Topic>> byRunId = new LinkedHashMap<>();
        for (Topic topic : recorded) {
            String id = TrialRequest.runId(topic.name())
                    .orElseThrow(() ->
                            CommandFailure.badInput("the run in " + directory.path() + " says that it has created '"
                                    + topic.name() + "', which is no name that Assay gives; nothing is removed"));
            byRunId.computeIfAbsent(id, _ -> new ArrayList<>()).add(topic);
        }
        return byRunId;
    }

    /** Refuses topics in the journal of run ids that the cache does not know as this user's. */
    private void refuseOthers(Set<String> runIds, OwnRuns known) {
        for (String id : runIds) {
            if (interrupted.isOwn() && !known.hasTopics(interrupted.record(), id)) {
                throw CommandFailure.badInput(
                        "the run in %s says that it has created topics named 'assay-%s-...', but this user's cache knows that these are not its own; nothing is removed"
                                .formatted(directory.path(), id));
            }
        }
    }

    private PlannedTrial planned(String folder) {
        return plan.trials().stream()
                .filter(trial -> trial.folder().equals(folder))
                .findFirst()
                .orElseThrow(() -> CommandFailure.badInput("the run in " + directory.path() + " has a trial " + folder
                        + ", which its scenario no longer plans; use the version of Assay that recorded it"));
    }

    /** Looks up or removes the topics of one run id, and prints the result; returns false where that fails. */
    private boolean clean(PlannedTrial trial, String runId, List<Topic> recorded, RunContext context, boolean remove) {
        List<String> queues = TrialRequest.queues(runId, trial);
        List<TopicSpec> topics = recorded.stream()
                .map(topic -> new TopicSpec(
                        topic.name(),
                        topic.partitions(),
                        topic.subscriptions(),
                        queues.stream().filter(topic.subscriptions()::contains).toList()))
                .toList();
        try (Cluster cluster = connect(trial, context);
                Workers workers = Workers.acquire(
                        WorkerPools.of(choice, HarnessFaults.NONE, context),
                        new WorkerDemand(1, trial.spec().system(), logs()),
                        context)) {
            TrialRequest request = new TrialRequest(trial, runId, 1, cluster);
            TopicRemoval removal = new TopicRemoval(Timeouts.DEFAULT);
            TopicRemoval.Result result = remove
                    ? removal.remove(request, topics, workers.connections().getFirst())
                    : removal.look(request, topics, workers.connections().getFirst());
            return say(trial, recorded, result, remove);
        } catch (TrialFailedException | CoordinationException e) {
            progress.say(trial.folder() + ": " + e.getMessage());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.INTERRUPTED, "interrupted while cleaning up", e);
        }
    }

    private boolean say(PlannedTrial trial, List<Topic> recorded, TopicRemoval.Result result, boolean remove) {
        result.existing().forEach(name -> progress.say((remove ? "removed " : "exists: ") + name));
        int gone = recorded.size() - result.existing().size();
        if (gone > 0) {
            progress.say("%s: %d of %d names %s already gone"
                    .formatted(trial.folder(), gone, recorded.size(), gone == 1 ? "was" : "were"));
        }
        if (!result.problem().isEmpty()) {
            progress.say(trial.folder() + ": " + result.problem());
            return false;
        }
        if (remove) {
            deleted(trial.folder(), recorded);
        }
        return true;
    }

    private void deleted(String folder, List<Topic> topics) {
        directory.creations().append(new CreationEntry(Instant.now().toString(), folder, Step.DELETED, topics));
    }

    /** Returns whether the run has started the servers of a trial in Kubernetes; to join them would start them again. */
    private static boolean hadServers(PlannedTrial trial) {
        return !trial.spec().system().servers().kubernetes().apply().isEmpty();
    }

    private Cluster connect(PlannedTrial trial, RunContext context) {
        return new SystemDeployment(context.cache(), context.supervisor(), context.progress())
                .start(new ClusterRequest(
                        trial.spec().system(),
                        trial.spec().settings(),
                        trial.spec().durability(),
                        ClusterFolders.of(logs(), context.cache())));
    }

    private Path logs() {
        try {
            return Files.createDirectories(directory.path().resolve("cleanup"));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT, "can't write to " + directory.path() + ": " + e.getMessage(), e);
        }
    }
}
