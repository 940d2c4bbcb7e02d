package dev.assay.run.coordinator;

import dev.assay.driver.TopicSpec;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.RecheckRecord.Outcome;
import dev.assay.model.result.SendCompression;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Timeline;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.worker.engine.Assignment;
import dev.assay.worker.engine.ConsumerAssignment;
import dev.assay.worker.engine.RecheckEnd;
import dev.assay.worker.engine.RecheckPlan;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Command.GroupChange;
import dev.assay.worker.wire.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Commands the workers: each method sends one command and waits for the answers. */
public final class WorkerCommands {
    /** The time for the agreed start to reach every worker. */
    private static final long START_LEAD_NANOS = 500_000_000;

    /** The time for which a complete assignment must last where it may still change. */
    private static final long STEADY_NANOS = 500_000_000;

    private static final String DELETING = "delete the topics";

    private final TrialRequest request;
    private final TrialWorkers trialWorkers;
    private final WorkerHosts hosts;
    private Timeline timeline;
    private final List<GroupCommand> groupCommands = new ArrayList<>();

    private record GroupCommand(ScheduledEvents.Scheduled event, long startNanoTime, long dueNanos) {}

    public WorkerCommands(TrialRequest request, TrialWorkers trialWorkers, WorkerHosts hosts) {
        this.request = request;
        this.timeline = request.timeline();
        this.trialWorkers = trialWorkers;
        this.hosts = hosts;
    }

    public void connect() throws TrialFailedException, InterruptedException {
        String trial = "assay-" + request.runId() + "/" + request.trial().folder();
        trialWorkers.sendAll(new Command.Prepare(trial, request.driverConfig()));
        trialWorkers.awaitStep("connect to the system", trialWorkers.streams(), stream -> stream.capabilities != null);
        for (WorkerStream stream : trialWorkers.streams()) {
            CompatibilityCheck.check(request.trial().spec().workload(), Objects.requireNonNull(stream.capabilities));
        }
    }

    public void createTopics() throws TrialFailedException, InterruptedException {
        sendFirst(
                new Command.CreateTopics(request.topics(), trialWorkers.tolerates()),
                "create the topics",
                prepareLimit(trialWorkers.step()));
    }

    public void guard() {
        trialWorkers.guard();
    }

    /** Returns the existing ones of these topics, as the first worker sees them. */
    public List<String> lookUp(List<TopicSpec> topics) throws TrialFailedException, InterruptedException {
        WorkerStream first = trialWorkers.streams().getFirst();
        first.existingTopics = null;
        first.send(new Command.LookUpTopics(topics));
        trialWorkers.awaitStep(
                "list the existing topics",
                prepareLimit(trialWorkers.step()),
                List.of(first),
                stream -> stream.existingTopics != null);
        return Objects.requireNonNull(first.existingTopics);
    }

    /** Removes topics of an earlier run; returns what failed, or an empty text. */
    String remove(List<TopicSpec> topics) throws TrialFailedException, InterruptedException {
        sendFirst(new Command.RemoveTopics(topics), "remove the topics", prepareLimit(trialWorkers.step()));
        return trialWorkers.streams().getFirst().warning;
    }

    private Duration prepareLimit(Duration min) {
        TrialSpec trial = request.trial().spec();
        return trial.timing().prepareLimit(trial.workload(), min);
    }

    private void sendFirst(Command command, String action, Duration limit)
            throws TrialFailedException, InterruptedException {
        send(trialWorkers.streams().getFirst(), command, action, limit);
    }

    private void send(WorkerStream worker, Command command, String action, Duration limit)
            throws TrialFailedException, InterruptedException {
        worker.send(command);
        trialWorkers.awaitStep(action, limit, List.of(worker), stream -> stream.done);
    }

    public List<String> workerNames() {
        return trialWorkers.streams().stream().map(WorkerStream::name).toList();
    }

    public void open(List<Assignment> assignments) throws TrialFailedException, InterruptedException {
        hosts.all().forEach(WorkerHost::begin);
        trialWorkers.share(new SharedDeliveryReports(trialWorkers.streams(), assignments));
        for (int worker = 0; worker < assignments.size(); worker++) {
            WorkerStream stream = trialWorkers.streams().get(worker);
            WorkerHost host = hosts.of(stream.connection());
            stream.host = host.name();
            stream.machine = host;
            stream.assignment = assignments.get(worker);
            stream.share = LoadAssigner.share(worker, assignments);
            stream.send(new Command.OpenLoad(
                    assignments.get(worker),
                    host.offsetNanos(),
                    !host.isCoordinators() && stream.connection() == host.first(),
                    !host.isCoordinators(),
                    !host.sharesClock()));
        }
        trialWorkers.awaitStep(
                "open producers and consumers",
                prepareLimit(trialWorkers.step()),
                trialWorkers.streams(),
                stream -> stream.config != null);
    }

    public void awaitAssignment(Timeouts timeouts, IntervalSink sink)
            throws TrialFailedException, InterruptedException {
        PartitionWatch watch = new PartitionWatch(request);
        trialWorkers.awaitStep(
                "report the partitions of its consumers", trialWorkers.streams(), stream -> stream.readiness != null);
        Duration limit = prepareLimit(timeouts.assignment());
        long deadline = trialWorkers.now() + limit.toNanos();
        boolean steady = false;
        while (!steady) {
            if (!trialWorkers.await(deadline, () -> assigned(watch, sink))) {
                throw new TrialFailedException(
                        Kind.SYSTEM,
                        "not every partition had a consumer within %d s: %s"
                                .formatted(limit.toSeconds(), String.join("; ", watch.missing())));
            }
            steady = !watch.mayChange()
                    || !trialWorkers.await(trialWorkers.now() + STEADY_NANOS, () -> !isComplete(watch));
        }
    }

    private boolean assigned(PartitionWatch watch, IntervalSink sink) {
        boolean complete = isComplete(watch);
        watch.tell(sink);
        return complete;
    }

    private boolean isComplete(PartitionWatch watch) {
        for (WorkerStream stream : trialWorkers.streams()) {
            watch.take(stream.name(), Objects.requireNonNull(stream.readiness));
        }
        return watch.isComplete();
    }

    private List<ConsumerAssignment> readiness() {
        return trialWorkers.everyone().stream()
                .flatMap(stream -> Objects.requireNonNull(stream.readiness).stream())
                .toList();
    }

    /** @param sink is told of the start at once: values of one worker may come before the answer of another */
    public LoadStart start(IntervalSink sink) throws TrialFailedException, InterruptedException {
        LoadStart start = LoadStart.in(START_LEAD_NANOS, trialWorkers.clock());
        trialWorkers.underLoad(true);
        trialWorkers.sendAll(new Command.Start(start.nanoTime()));
        sink.onStart(start);
        trialWorkers.awaitStep("start the load", trialWorkers.streams(), stream -> stream.done);
        return start;
    }

    /**
     * Ends a phase at that time, which lies ahead.
     *
     * @param endNanos from the start of the load
     * @throws TrialFailedException when a worker got the command too late
     */
    void endPhase(int phase, long endNanos) throws TrialFailedException, InterruptedException {
        timeline = timeline.withEnd(phase, endNanos);
        trialWorkers.streams().forEach(stream -> stream.phaseEndAhead = null);
        trialWorkers.sendAll(new Command.EndPhase(phase, endNanos));
        trialWorkers.awaitStep("end a phase", trialWorkers.streams(), stream -> stream.phaseEndAhead != null);
        for (WorkerStream stream : trialWorkers.streams()) {
            if (!Boolean.TRUE.equals(stream.phaseEndAhead)) {
                throw new TrialFailedException(
                        Kind.WORKER,
                        stream.connection().title()
                                + " was told the end of a phase too late, so its messages belong to no phase; is"
                                + " its machine overloaded, or the network slow?");
            }
        }
    }

    /**
     * Changes a consumer group at that time; returns without waiting for it.
     *
     * @param dueNanos from the start of the load
     */
    void changeGroup(
            ScheduledEvents.Scheduled event, String group, GroupChange change, long startNanoTime, long dueNanos) {
        int number = groupCommands.size();
        groupCommands.add(new GroupCommand(event, startNanoTime, dueNanos));
        trialWorkers.sendAll(new Command.ChangeGroup(number, group, change, startNanoTime + dueNanos));
    }

    boolean groupsSettled() {
        return IntStream.range(0, groupCommands.size()).allMatch(this::settled);
    }

    private boolean settled(int number) {
        return trialWorkers.streams().stream().allMatch(stream -> stream.groupChanges.containsKey(number));
    }

    /** @param nowNanos from the start of the load */
    void checkGroups(long nowNanos) throws TrialFailedException {
        for (int number = 0; number < groupCommands.size(); number++) {
            GroupCommand command = groupCommands.get(number);
            if (!settled(number)
                    && nowNanos - command.dueNanos() > trialWorkers.step().toNanos()) {
                throw new TrialFailedException(
                        Kind.SYSTEM,
                        "'%s' (%s) was not done within %d s"
                                .formatted(
                                        command.event().title(),
                                        command.event().name(),
                                        trialWorkers.step().toSeconds()));
            }
        }
    }

    /** Returns the changes of consumer groups; each lasts from the first worker's beginning to the last one's end. */
    List<ExecutedEvent> groupEvents() {
        return IntStream.range(0, groupCommands.size())
                .filter(this::settled)
                .mapToObj(this::groupEvent)
                .toList();
    }

    private ExecutedEvent groupEvent(int number) {
        GroupCommand command = groupCommands.get(number);
        List<Event.GroupChanged> done = trialWorkers.streams().stream()
                .map(stream -> Objects.requireNonNull(stream.groupChanges.get(number)))
                .toList();
        return new ExecutedEvent(
                command.event().name(),
                command.event().action().kind(),
                command.event().action() instanceof ScheduledEvents.Action.OfGroup group ? group.group() : "",
                command.event().title(),
                command.dueNanos(),
                done.stream().mapToLong(Event.GroupChanged::startNanos).min().orElseThrow() - command.startNanoTime(),
                done.stream().mapToLong(Event.GroupChanged::endNanos).max().orElseThrow() - command.startNanoTime(),
                "");
    }

    /** Ends sending; messages under way still get their outcome. */
    void halt() throws TrialFailedException, InterruptedException {
        trialWorkers.sendAll(new Command.Halt());
        trialWorkers.awaitStep("end sending", trialWorkers.streams(), stream -> stream.done);
    }

    public boolean resolved() {
        return trialWorkers.streams().stream().allMatch(stream -> stream.sendingFinished && stream.resolved);
    }

    boolean sendingFinished() {
        return trialWorkers.streams().stream().allMatch(stream -> stream.sendingFinished);
    }

    public List<WorkerLedger> finish() throws TrialFailedException, InterruptedException {
        List<WorkerLedger> ledgers = ledgers(new Command.Finish());
        trialWorkers.underLoad(false);
        return ledgers;
    }

    /** Returns the ledgers so far, to see whether something is missing; sending must have finished. */
    public List<WorkerLedger> takeStock() throws TrialFailedException, InterruptedException {
        return ledgers(new Command.TakeStock());
    }

    private List<WorkerLedger> ledgers(Command command) throws TrialFailedException, InterruptedException {
        trialWorkers.streams().forEach(stream -> stream.ledger = null);
        trialWorkers.sendAll(command);
        trialWorkers.awaitStep("send the delivery ledger", trialWorkers.streams(), stream -> stream.ledger != null);
        List<WorkerLedger> ledgers = new ArrayList<>();
        for (WorkerStream stream : trialWorkers.everyone()) {
            if (stream.ledger == null) {
                stream.ledger = LostLedger.of(Objects.requireNonNull(stream.assignment), timeline);
            }
            ledgers.add(stream.ledger);
        }
        return trialWorkers.deliveryReports().with(ledgers, timeline.phases().size());
    }

    record Reread(RecheckEnd end, List<SubscriptionLedger> ledgers) {}

    /**
     * Makes the first worker read with fresh consumers. It has created the topics, if one did, so it is sure to reach them.
     *
     * @param longest after which the worker is not waited for any more
     */
    Reread readAgain(RecheckPlan plan, Duration longest) throws TrialFailedException, InterruptedException {
        WorkerStream reader = trialWorkers.streams().getFirst();
        reader.pass(new Command.ReadAgain(plan));
        trialWorkers.await(trialWorkers.now() + longest.toNanos(), () -> reader.recheckGroup != null || reader.lost);
        RecheckEnd end = Objects.requireNonNullElseGet(
                reader.recheckGroup,
                () -> new RecheckEnd(
                        Outcome.FAILED,
                        longest.toNanos(),
                        reader.lost
                                ? "worker %s was lost".formatted(reader.name())
                                : "worker %s did not finish it within %d s"
                                        .formatted(reader.name(), longest.toSeconds())));
        reader.recheckGroup = null;
        return new Reread(end, reader.readAgain);
    }

    /**
     * Returns the subscriptions, by number, of which no order is promised: queues, and those of which several consumers take from one
     * partition.
     */
    public List<Integer> unordered() {
        List<Workload.Subscription> all = request.trial().spec().workload().allSubscriptions();
        // A shared queue says nothing of other subscriptions, which the same system may divide by partitions.
        boolean shares = readiness().stream()
                .anyMatch(consumer -> consumer.sharesPartitions()
                        && !all.get(consumer.subscription()).group().queue());
        return IntStream.range(0, all.size())
                .filter(number -> all.get(number).group().queue()
                        || (shares && all.get(number).group().consumers() > 1))
                .boxed()
                .toList();
    }

    /** Cleans up; failures change no value, so they are returned as warnings, and only a cancelled trial ends at once. */
    public List<String> cleanUp() throws TrialFailedException, InterruptedException {
        String warning;
        try {
            warning = deleteTopics();
            trialWorkers.end();
        } catch (TrialFailedException e) {
            if (e.kind() == Kind.CANCELLED) {
                throw e;
            }
            return List.of("something may be left behind: " + e.getMessage());
        }
        return warning.isEmpty() ? List.of() : List.of(warning);
    }

    /** Makes the creator of the topics delete them, or another worker where that is gone; returns what failed, or an empty text. */
    private String deleteTopics() throws TrialFailedException, InterruptedException {
        WorkerStream creator = trialWorkers.everyone().getFirst();
        try {
            if (!creator.ended) {
                send(creator, new Command.DeleteTopics(), DELETING, prepareLimit(trialWorkers.step()));
                return creator.warning;
            }
        } catch (TrialFailedException e) {
            if (e.kind() != Kind.WORKER || !creator.ended) {
                throw e;
            }
        }
        for (WorkerStream other : trialWorkers.streams()) {
            if (!other.ended) {
                Command remove = new Command.RemoveTopics(request.topics());
                send(other, remove, DELETING, prepareLimit(trialWorkers.step()));
                return other.warning;
            }
        }
        return "no worker is left to delete the topics";
    }

    public Optional<SendCompression> compression() {
        return SendCompression.merged(trialWorkers.streams().stream()
                .flatMap(stream -> stream.compression.stream())
                .toList());
    }

    public EffectiveConfig config() {
        return trialWorkers.everyone().stream()
                .map(stream -> Objects.requireNonNull(stream.config))
                .reduce(EffectiveConfig.NONE, WorkerCommands::merge);
    }

    /** Merges all settings of both; where they differ, as in client ids, the first worker's win. */
    private static EffectiveConfig merge(EffectiveConfig first, EffectiveConfig second) {
        Map<String, Map<String, String>> groups = new HashMap<>();
        second.groups().forEach((group, settings) -> groups.put(group, new HashMap<>(settings)));
        first.groups()
                .forEach((group, settings) ->
                        groups.computeIfAbsent(group, name -> new HashMap<>()).putAll(settings));
        Map<String, String> overrides = new HashMap<>(second.overrides());
        overrides.putAll(first.overrides());
        return new EffectiveConfig(groups, overrides);
    }
}
