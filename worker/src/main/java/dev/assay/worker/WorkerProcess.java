package dev.assay.worker;

import dev.assay.driver.CreationProgress;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.InFlightRoom;
import dev.assay.driver.LocalClock;
import dev.assay.driver.TopicSpec;
import dev.assay.driver.limit.AllowedFolders;
import dev.assay.host.CompilerThreads;
import dev.assay.host.CpuQuota;
import dev.assay.host.Machine;
import dev.assay.host.ThisMachine;
import dev.assay.model.delivery.DeliveryReports;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.display.LongText;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.unit.DurationText;
import dev.assay.worker.engine.LoadSession;
import dev.assay.worker.engine.RecheckConsumer;
import dev.assay.worker.engine.RecheckEnd;
import dev.assay.worker.engine.RecheckPlan;
import dev.assay.worker.engine.SteeredClock;
import dev.assay.worker.engine.TrialClock;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.LedgerPart;
import dev.assay.worker.wire.PackedInterval;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one worker or several, the other side of a trial, from top to bottom: the process starts and says where its workers
 * listen; a worker greets callers that know its token, and takes one trial at a time; a trial carries out the commands of
 * its stream, reports several times a second, sends its ledger, and cleans up when the stream ends, however it ends.
 *
 * <p>Prints where its workers listen as the first line of standard output, and logs to standard error. Exits with 0 when it
 * is asked to end, with 2 when it can't start as asked, with 1 when something else went wrong.
 */
public final class WorkerProcess {
    private static final int CAN_NOT_START = 2;

    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

    private WorkerProcess() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT); // Values are written alike wherever they are read.
        System.exit(run(List.of(arguments)));
    }

    /** Runs workers until they are asked to end; returns the exit code. */
    public static int run(List<String> arguments) {
        WorkerLog.configure();
        try {
            WorkerOptions options = WorkerOptions.parse(arguments, System.getenv(), System.in);
            DriverProvider provider = DriverDiscovery.find();
            List<WorkerServer> servers = new ArrayList<>();
            for (int worker = 1; worker <= options.workers(); worker++) {
                servers.add(WorkerServer.start(
                        options.ofWorker(worker), provider, new ThisMachine(), SkewedClock.of(worker)));
            }
            serve(servers, options);
            return 0;
        } catch (WorkerStartException e) {
            System.err.println("assay-worker: " + e.getMessage());
            return CAN_NOT_START;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static void serve(List<WorkerServer> servers, WorkerOptions options) throws InterruptedException {
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform().name("stop").unstarted(() -> servers.forEach(WorkerServer::close)));
        System.out.println(WireProtocol.LISTENING
                + servers.stream().map(server -> server.address().toString()).collect(Collectors.joining(" ")));
        System.out.flush();
        options.tie(() -> servers.forEach(WorkerServer::close));
        for (WorkerServer server : servers) {
            server.awaitEnd();
        }
    }

    /** Answers the calls of coordinators, and runs one trial at a time. */
    static final class Worker implements WorkerServer.Service {
        /** The earlier trial may take this long to clean up, which is more than it takes at most. */
        private static final Duration WAIT_FOR_TRIAL_BEFORE = Duration.ofSeconds(35);

        private static final long LOOK_NANOS = 5_000_000;

        private final DriverProvider provider;
        private final Machine machine;
        private final @Nullable AllowedFolders limits;
        private final LocalClock local;
        private final SkewedClock injected;
        private @Nullable Trial running;
        private boolean closed;

        /**
         * @param limits from where callers may name files, who then are held to what the driver allows; null where the caller is the
         *     worker's owner
         * @param injected how its clock is wrong, whatever other workers of the process have
         */
        Worker(
                DriverProvider provider,
                Machine machine,
                @Nullable AllowedFolders limits,
                LocalClock local,
                SkewedClock injected) {
            this.provider = provider;
            this.machine = machine;
            this.limits = limits;
            this.local = local;
            this.injected = injected;
        }

        @Override
        public ServerServiceDefinition calls() {
            Greeter greeter = new Greeter(machine, provider.system(), provider.client(), injected.bootId(machine));
            return ServerServiceDefinition.builder(WireProtocol.SERVICE)
                    .addMethod(WireProtocol.HELLO, ServerCalls.asyncUnaryCall(greeter::hello))
                    .addMethod(
                            WireProtocol.READ_CLOCK, ServerCalls.asyncUnaryCall((nothing, reply) -> readClock(reply)))
                    .addMethod(WireProtocol.TRIAL, ServerCalls.asyncBidiStreamingCall(this::trial))
                    .build();
        }

        private void readClock(StreamObserver<byte[]> reply) {
            reply.onNext(WireFormat.encode(new WireProtocol.ClockReading(injected.at(local.nanoTime()))));
            reply.onCompleted();
        }

        private StreamObserver<byte[]> trial(StreamObserver<byte[]> events) {
            return new Trial(this, new EventStream((ServerCallStreamObserver<byte[]>) events, local));
        }

        /**
         * Begins a trial, which waits for another one that is ending, but not for one that runs.
         *
         * @throws RefusedException when another one runs
         */
        private void enter(Trial trial) throws RefusedException, InterruptedException {
            long deadline = local.nanoTime() + WAIT_FOR_TRIAL_BEFORE.toNanos();
            while (!entered(trial, deadline - local.nanoTime() <= 0)) {
                local.park(LOOK_NANOS);
                if (Thread.interrupted()) {
                    throw new InterruptedException("the trial is over");
                }
            }
        }

        private synchronized boolean entered(Trial trial, boolean late) throws RefusedException {
            if (closed) {
                throw new RefusedException("this worker is being stopped");
            }
            if (running == null) {
                running = trial;
                return true;
            }
            if (!running.isEnding()) {
                throw new RefusedException("this worker is busy with trial " + running.name
                        + " of another coordinator; wait until it is over, or use another worker");
            }
            if (late) {
                throw new RefusedException(
                        "this worker is busy with trial " + running.name + ", which does not end; restart the worker");
            }
            return false;
        }

        /** Frees the worker once a trial has cleaned up, whether or not it had begun. */
        private synchronized void leave(Trial trial) {
            if (running == trial) {
                running = null;
            }
        }

        private synchronized @Nullable Trial running() {
            return running;
        }

        /** Accepts no more trials, cuts the running one short, and waits for its clean-up, for at most {@code limit}. */
        @Override
        public void end(String reason, Duration limit) {
            Trial last;
            synchronized (this) {
                closed = true;
                last = running;
            }
            if (last == null) {
                return;
            }
            last.fail(Event.Failure.WORKER, reason);
            long deadline = local.nanoTime() + limit.toNanos();
            while (running() != null
                    && deadline - local.nanoTime() > 0
                    && !Thread.currentThread().isInterrupted()) {
                local.park(LOOK_NANOS);
            }
        }
    }

    /**
     * Runs one trial. Its commands are carried out one after the other on a thread of their own, those that wait for their time on
     * another; a further thread reports.
     */
    static final class Trial implements StreamObserver<byte[]> {
        /** Matches names as {@link dev.assay.run.coordinator.TrialRequest} makes them. */
        private static final Pattern ASSAYS_NAME = Pattern.compile("(assay-[a-z0-9]{1,32})-\\d{1,9}-\\d{1,9}");

        /** The coordinator stops waiting long before. */
        private static final Duration LEDGER_LIMIT = Duration.ofSeconds(60);

        /** A healthy system deletes thousands of topics within it. */
        private static final Duration CLEAN_UP_LIMIT = Duration.ofSeconds(15);

        /** Threads of long steps have this long to end when they are asked to, and again once they are interrupted. */
        private static final Duration ASIDE_LIMIT = Duration.ofSeconds(5);

        /** The coordinator reports long before this whether the other workers have ended, unless it has lost them. */
        private static final Duration OTHERS_LIMIT = Duration.ofSeconds(5);

        /** Coordinators announce changes a few seconds ahead. */
        private static final Duration MAX_LEAD = Duration.ofMinutes(1);

        private static final Duration BETWEEN_ALARMS = Duration.ofSeconds(10);

        private static final long BEAT_NANOS = 200_000_000;

        /** Delivery reports are sent in the next beat after that long, and before each interval. */
        private static final long TELL_NANOS = 390_000_000;
        /** A live coordinator sends far more often; its connection alone shows only that its process has not ended. */
        private static final Duration SILENCE = Duration.ofMinutes(2);

        /** After a longer pause of this process, silence of the coordinator means nothing. */
        private static final long OWN_PAUSE_NANOS = 1_000_000_000;

        /** A machine's activity is counted in ticks of 10 ms: fractions of less time than this would be chance. */
        private static final long MIN_HOST_NANOS = 500_000_000;

        private static final String LEFT = "cleanup was incomplete: ";

        private final Worker worker;
        private final EventStream events;
        private final LocalClock local;
        private final StepThread steps;
        private final AtomicBoolean ending = new AtomicBoolean();

        private final Queue<Thread> asides = new ConcurrentLinkedQueue<>();

        /** Is set once the coordinator sends nothing more: no other worker uses the topics, as far as it can tell. */
        private volatile boolean released;

        private volatile String name = "";

        private @Nullable Driver driver;
        private List<TopicSpec> topics = List.of();
        private boolean topicsOutlive;

        /** Is set where other workers continue with the topics if this worker is lost. */
        private volatile boolean leavesTopics;

        private volatile @Nullable LoadSession session;
        private volatile TrialClock clock;
        private volatile @Nullable SteeredClock steered;

        /** Is held while a consumer group is changed: clients are used by one thread at a time. */
        private final Object groupChanges = new Object();

        private final Object recheckGroup = new Object();

        /** Is held while something is reported, and while what there is to report on changes. */
        private final ReentrantLock reports = new ReentrantLock();

        private final Thread reporter;
        private @Nullable LoadSession reported;
        private boolean reportsHost;
        private boolean reportsCompilers;
        private boolean started;
        private long startNanos;
        private long nextIntervalNanos;
        private Machine.@Nullable Watch watch;
        private @Nullable CompilerThreads compilers;
        private @Nullable CpuQuota quota;
        private long watchedNanos;
        private long toldNanos;
        private volatile long heardNanos;
        private long lookedNanos;
        private volatile boolean over;

        /** Is set once the load is over: later trouble of the system is not the load's doing. */
        private volatile boolean finished;

        Trial(Worker worker, EventStream events) {
            this.worker = worker;
            this.events = events;
            this.local = worker.local;
            this.clock = TrialClock.monotonic(local, 0);
            this.heardNanos = local.nanoTime();
            this.lookedNanos = heardNanos;
            this.steps = new StepThread(local);
            this.reporter = local.start(Thread.ofPlatform().name("progress").daemon(), this::report);
            events.onCancel(this::coordinatorGone);
        }

        private interface Step {
            void run() throws Exception;
        }

        @Override
        public void onNext(byte[] message) {
            Command command;
            try {
                command = WireFormat.decode(message, Command.class);
            } catch (IllegalArgumentException e) {
                fail(Event.Failure.REFUSED, String.valueOf(e.getMessage()));
                return;
            }
            heardNanos = local.nanoTime();
            switch (command) {
                case Command.Alive() -> {} // Any command shows that the coordinator is alive.
                case Command.Prepare(String trial, DriverConfig config) -> step(() -> prepare(trial, config));
                case Command.CreateTopics(List<TopicSpec> newTopics, boolean outlive) ->
                    step(() -> createTopics(newTopics, outlive));
                case Command.LookUpTopics(List<TopicSpec> candidates) -> step(() -> lookUpTopics(candidates));
                case Command.RemoveTopics(List<TopicSpec> unwanted) -> step(() -> removeTopics(unwanted));
                case Command.Guard() -> step(() -> aside("guard", this::guard));
                case Command.OpenLoad load -> step(() -> openLoad(load));
                case Command.Start(long nanos) -> step(() -> start(nanos));
                // It is applied at once, since it would be old by the time that other steps are done.
                case Command.SteerClock line -> steer(line);
                case Command.ChangeGroup change ->
                    step(() -> aside("group-" + change.group(), () -> changeGroup(change)));
                case Command.EndPhase(int phase, long endNanos) ->
                    step(() -> events.send(new Event.PhaseEnded(session().endPhase(phase, endNanos))));
                // They are learnt by the thread that reads the wire, so that they can't pile up.
                case Command.Learn(List<DeliveryReports> reports) -> perform(() -> reports.forEach(session()::learn));
                case Command.Halt() -> step(this::halt);
                case Command.TakeStock() -> step(this::takeStock);
                // Reports of other workers must still be learnt meanwhile.
                case Command.ReadAgain(RecheckPlan plan) -> step(() -> aside("second-reading", () -> recheck(plan)));
                case Command.Finish() -> step(this::finish);
                case Command.DeleteTopics() -> step(() -> events.send(new Event.Done(deleteTopics())));
                case Command.Abort(String reason) -> {
                    LOG.info("Aborted by the coordinator: {}", reason);
                    leavesTopics = false;
                    end();
                }
            }
        }

        @Override
        public void onCompleted() {
            released = true;
            leavesTopics = false;
            submit(this::end);
        }

        @Override
        public void onError(Throwable problem) {
            coordinatorGone();
        }

        private void step(Step step) {
            submit(() -> perform(step));
        }

        /** Runs a step on a thread of its own, as other commands may come before it is done. */
        private void aside(String thread, Step step) {
            asides.removeIf(earlier -> !earlier.isAlive());
            asides.add(local.start(Thread.ofPlatform().daemon().name(thread), () -> perform(step)));
        }

        private void submit(Runnable step) {
            try {
                steps.submit(step);
            } catch (RejectedExecutionException e) {
                LOG.debug("The trial is over, so a command has come too late", e);
            }
        }

        private void perform(Step step) {
            try {
                if (!isEnding()) {
                    step.run();
                }
            } catch (DriverException e) {
                fail(Event.Failure.SYSTEM, String.valueOf(e.getMessage()));
                LOG.warn("The driver failed", e);
            } catch (RefusedException | IllegalArgumentException e) {
                fail(Event.Failure.REFUSED, String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                LOG.debug("A step was cut short", e); // Only the end of the trial does so.
            } catch (Throwable e) { // Whatever it is, the coordinator must hear of it.
                crashed(e);
                LOG.error("A step failed", e);
            }
        }

        private void prepare(String trial, DriverConfig config)
                throws DriverException, RefusedException, InterruptedException {
            name = trial;
            worker.enter(this);
            if (driver != null) {
                throw outOfOrder("prepare twice");
            }
            if (worker.limits != null) {
                List<String> problems = worker.provider
                        .callerLimits()
                        .problems(worker.provider.system(), config.connection(), config.settings(), worker.limits);
                if (!problems.isEmpty()) {
                    throw new RefusedException(String.join(System.lineSeparator(), problems));
                }
            }
            Driver opened = worker.provider.open(config);
            driver = opened;
            events.send(new Event.Prepared(opened.capabilities()));
        }

        private void createTopics(List<TopicSpec> newTopics, boolean outlive) throws DriverException, RefusedException {
            topicsOutlive = outlive;
            CreationProgress progress = (created, all) -> events.send(new Event.PartitionsCreated(created, all));
            try {
                driver().createTopics(newTopics, progress);
                topics = newTopics;
            } catch (DriverException e) {
                // An interrupted step can't tell how far the system came, nor delete topics: that is done when the
                // trial
                // ends.
                topics = Thread.currentThread().isInterrupted() ? newTopics : List.of();
                throw e;
            }
            done();
        }

        private void lookUpTopics(List<TopicSpec> candidates) throws DriverException, RefusedException {
            List<String> existing = driver().existingTopics(candidates);
            events.send(new Event.TopicsFound(candidates.stream()
                    .map(TopicSpec::name)
                    .filter(existing::contains)
                    .toList()));
        }

        private void removeTopics(List<TopicSpec> unwanted) throws RefusedException {
            for (TopicSpec topic : unwanted) {
                Matcher parts = ASSAYS_NAME.matcher(topic.name());
                if (!parts.matches() || !name.startsWith(parts.group(1) + "/")) {
                    throw new RefusedException("'" + topic.name() + "' is not a name that Assay gives to topics of "
                            + name + ", so this worker does not delete it");
                }
                String trials = topic.name().replaceFirst("\\d+$", "");
                for (String subscription : topic.subscriptions()) {
                    if (!subscription.startsWith(trials)) {
                        throw new RefusedException("'" + subscription
                                + "' is not a name that Assay gives to consumer groups of " + topic.name()
                                + ", so this worker does not delete it");
                    }
                }
            }
            events.send(new Event.Done(delete(driver(), unwanted)));
        }

        /** Ends the trial when the system reports trouble. A system that does not answer is reported once, and the trial goes on. */
        private void guard() throws RefusedException {
            Driver guarded = driver();
            boolean reported = false;
            while (!isEnding() && !finished) {
                try {
                    List<String> alarms = guarded.alarms();
                    if (!alarms.isEmpty() && !finished) {
                        fail(
                                Event.Failure.SYSTEM,
                                "the system is in trouble, and others may use it, so the trial ends: "
                                        + String.join("; ", alarms));
                    }
                } catch (DriverException e) {
                    if (!reported && !isEnding()) {
                        reported = true;
                        limited(List.of(LongText.truncate(
                                "the system does not tell whether it is in trouble: " + e.getMessage())));
                    }
                }
                local.park(BETWEEN_ALARMS.toNanos());
            }
        }

        private void openLoad(Command.OpenLoad load) throws DriverException, RefusedException {
            if (session != null) {
                throw outOfOrder("open the load twice");
            }
            TrialClock sound;
            if (load.steerClock()) {
                SteeredClock ownClock =
                        new SteeredClock(local, () -> worker.injected.at(local.nanoTime()), load.clockOffsetNanos());
                steered = ownClock;
                sound = ownClock;
            } else {
                sound = TrialClock.monotonic(local, load.clockOffsetNanos());
            }
            clock = worker.injected.under(sound);
            LoadSession opened = LoadSession.open(driver(), load.assignment(), clock);
            session = opened;
            reportOn(() -> {
                reported = opened;
                reportsHost = load.reportHost();
                reportsCompilers = load.reportCompilers();
            });
            Event.Opened answer = new Event.Opened(InFlightRoom.shownIn(
                    excerpt(driver().effectiveConfig()),
                    load.assignment().workload().inFlight()));
            int bytes = WireFormat.encode(answer).length;
            if (bytes > WireProtocol.LARGEST_MESSAGE_BYTES) {
                throw new DriverException("the client and the system report " + bytes
                        + " B of effective settings, but a run keeps at most " + WireProtocol.LARGEST_MESSAGE_BYTES
                        + " B; is this the right system?");
            }
            events.send(answer);
        }

        /** Truncates the texts, which clients and systems may have made long. */
        private static EffectiveConfig excerpt(EffectiveConfig config) {
            Map<String, Map<String, String>> groups = new TreeMap<>();
            config.groups().forEach((group, settings) -> groups.put(LongText.truncate(group), excerpt(settings)));
            return new EffectiveConfig(groups, excerpt(config.overrides()));
        }

        private static Map<String, String> excerpt(Map<String, String> texts) {
            Map<String, String> shown = new TreeMap<>();
            texts.forEach((key, text) -> shown.put(LongText.truncate(key), LongText.truncate(text)));
            return shown;
        }

        private void start(long nanos) throws RefusedException {
            session().start(nanos);
            leavesTopics = topicsOutlive;
            reportOn(() -> {
                started = true;
                startNanos = nanos;
                nextIntervalNanos = intervalEnd(nanos, nanos);
                watchedNanos = local.nanoTime();
                if (reportsHost) {
                    watchHost();
                }
                if (reportsCompilers) {
                    compilers = worker.machine.compilers();
                }
                quota = worker.machine.quota();
            });
            done();
        }

        /** Corrects the clock, where it is not the coordinator's. */
        private void steer(Command.SteerClock line) {
            SteeredClock ownClock = steered;
            if (ownClock != null) {
                events.send(new Event.ClockSteered(ownClock.steer(line.atNanos(), line.offsetNanos(), line.drift())));
            }
        }

        /** Waits for the time of the change, and makes it, unless the trial ends before. */
        private void changeGroup(Command.ChangeGroup command)
                throws DriverException, RefusedException, InterruptedException {
            LoadSession current = session();
            if (command.atNanos() > clock.now() + MAX_LEAD.toNanos()) {
                throw new RefusedException("the coordinator asked for a change of consumer group '" + command.group()
                        + "' more than " + MAX_LEAD.toSeconds() + " s ahead; are both clocks right?");
            }
            for (long now = clock.now(); now < command.atNanos() && !isEnding(); now = clock.now()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("the trial is over");
                }
                local.park(command.atNanos() - now);
            }
            synchronized (groupChanges) {
                if (isEnding()) {
                    return;
                }
                long startNanos = clock.now();
                switch (command.change()) {
                    case START -> current.startGroup(command.group());
                    case PAUSE -> current.pauseGroup(command.group());
                    case RESUME -> current.resumeGroup(command.group());
                }
                events.send(new Event.GroupChanged(command.number(), startNanos, clock.now()));
            }
        }

        /** Ends sending; messages under way still get their outcome. */
        private void halt() throws RefusedException {
            session().stopSending();
            done();
        }

        /** Sends the ledger as it stands, and before it the delivery reports that it does not hold. */
        private void takeStock() throws Exception {
            LoadSession current = session();
            reports.lock();
            try {
                sendDeliveryReports(current);
            } finally {
                reports.unlock();
            }
            send(current, current.ledger());
        }

        private void finish() throws Exception {
            LoadSession current = session();
            finished = true;
            loadOver();
            WorkerLedger ledger = current.finish();
            reports.lock();
            try {
                sendDeliveryReports(current);
                sendInterval(current);
            } finally {
                reports.unlock();
            }
            send(current, ledger);
        }

        private void send(LoadSession of, WorkerLedger ledger) throws Exception {
            LedgerPart.takeApart(ledger, part -> events.sendWhenReady(new Event.Ledger(part), LEDGER_LIMIT));
            events.send(new Event.Finished(ledger.violations(), of.compression()));
        }

        private void recheck(RecheckPlan plan) throws Exception {
            RecheckConsumer reader = new RecheckConsumer(plan, TrialClock.monotonic(local, 0));
            RecheckEnd end;
            synchronized (recheckGroup) {
                end = reader.read(driver(), this::isEnding);
            }
            LedgerPart.takeApart(
                    new WorkerLedger(List.of(), reader.ledgers(), 0),
                    part -> events.sendWhenReady(new Event.FoundAgain(part), LEDGER_LIMIT));
            events.send(new Event.ReadAgainDone(end));
        }

        /** Deletes the topics that were created; returns what did not work, or an empty text. */
        private String deleteTopics() {
            Driver current = driver;
            if (current == null || topics.isEmpty()) {
                return "";
            }
            String warning = delete(current, topics);
            if (warning.isEmpty()) {
                topics = List.of();
            }
            return warning;
        }

        private static String delete(Driver driver, List<TopicSpec> topics) {
            try {
                driver.deleteTopics(topics);
                driver.deleteRemains();
                return "";
            } catch (DriverException e) {
                LOG.warn("Cleanup of {} was incomplete", topics, e);
                return LongText.truncate(LEFT + e.getMessage());
            }
        }

        private void done() {
            events.send(new Event.Done(""));
        }

        private Driver driver() throws RefusedException {
            Driver current = driver;
            if (current == null) {
                throw outOfOrder("work without prepare");
            }
            return current;
        }

        private LoadSession session() throws RefusedException {
            LoadSession current = session;
            if (current == null) {
                throw outOfOrder("run a load that is not open");
            }
            return current;
        }

        private static RefusedException outOfOrder(String action) {
            return new RefusedException("the coordinator asked this worker to " + action
                    + "; that is a defect of Assay, please report it with the logs");
        }

        /**
         * Reports several times a second how the load is doing, and once a second, counted from the start of the load, what was
         * measured and, if requested, what the machine did. It reports even when there is nothing new: silence means trouble.
         */
        private void report() {
            try {
                while (!over) {
                    // A wake-up too early only makes the next report come early.
                    local.park(reportOnce());
                }
            } catch (Throwable e) { // Whatever it is, the coordinator must hear of it.
                crashed(e);
            }
        }

        /** Reports, unless the trial is over; returns how long to wait then: for the next report, or the end of the interval. */
        private long reportOnce() {
            reports.lock();
            try {
                long nextBeat = local.nanoTime() + BEAT_NANOS;
                checkSilence();
                LoadSession current = reported;
                if (over) {
                    return BEAT_NANOS;
                } else if (current == null) {
                    events.send(new Event.Alive());
                } else {
                    reportLoad(current);
                }
                long left = nextBeat - local.nanoTime();
                return reported != null && started ? Math.min(left, nextIntervalNanos - clock.now()) : left;
            } finally {
                reports.unlock();
            }
        }

        /** Ends the trial of a coordinator that has gone silent, so that the worker is free for others. */
        private void checkSilence() {
            long now = local.nanoTime();
            if (now - lookedNanos > OWN_PAUSE_NANOS) {
                heardNanos = now;
            }
            lookedNanos = now;
            if (now - heardNanos > SILENCE.toNanos() && !isEnding()) {
                LOG.warn("The coordinator has said nothing for {}; the trial ends", SILENCE);
                fail(
                        Event.Failure.WORKER,
                        "the coordinator has said nothing for " + DurationText.format(SILENCE)
                                + ", so the worker is free for others");
            }
        }

        private void reportLoad(LoadSession current) {
            if (started) {
                if (clock.now() >= nextIntervalNanos) {
                    nextIntervalNanos = intervalEnd(startNanos, startNanos + sendInterval(current));
                }
                if (local.nanoTime() - toldNanos >= TELL_NANOS) {
                    sendSomeDeliveryReports(current);
                }
                // The flags are read first: counts read after "resolved" was seen are final.
                boolean sendingFinished = current.sendingFinished();
                boolean resolved = current.resolved();
                events.send(new Event.Progress(current.totals(), sendingFinished, resolved));
            } else {
                events.send(new Event.Readiness(current.readiness()));
            }
            current.failure().ifPresent(reason -> fail(Event.Failure.SYSTEM, reason));
        }

        /**
         * Sends what was measured since the last interval. What the machine did meanwhile goes before it, so a coordinator that has
         * the interval has that as well.
         *
         * @return when this one ended, from the start of the load on
         */
        private long sendInterval(LoadSession current) {
            reportHost();
            sendSomeDeliveryReports(current);
            WorkerInterval interval = current.interval();
            events.send(new Event.Interval(PackedInterval.of(interval)));
            List<String> limitations = current.limitations();
            if (!limitations.isEmpty()) {
                limited(limitations.stream().map(LongText::truncate).toList());
            }
            return interval.endNanos();
        }

        /** Sends delivery reports unless the coordinator is behind: reports that wait take no memory here. */
        private void sendSomeDeliveryReports(LoadSession current) {
            if (!events.isBusy()) {
                sendDeliveryReports(current);
            }
        }

        private void sendDeliveryReports(LoadSession current) {
            toldNanos = local.nanoTime();
            DeliveryReports.messages(current.deliveryReports()).forEach(some -> events.send(new Event.Received(some)));
        }

        /** Begins to watch the machine; where it can't be read, the worker reports that once, and nothing else changes. */
        private void watchHost() {
            try {
                Machine.Watch begun = worker.machine.watch();
                watch = begun;
                if (!begun.limitations().isEmpty()) {
                    limited(begun.limitations());
                }
            } catch (IOException e) {
                limited(List.of("Machine metrics are unavailable, as there is no Linux /proc: " + e));
            }
        }

        /** Reports the machine, if something is watched and the last report is not too recent. */
        private void reportHost() {
            Machine.Watch current = watch;
            CompilerThreads threads = compilers;
            CpuQuota limit = quota;
            long now = local.nanoTime();
            long nanos = now - watchedNanos;
            if ((current == null && threads == null && limit == null) || nanos < MIN_HOST_NANOS) {
                return;
            }
            watchedNanos = now;
            List<Sample> samples = new ArrayList<>();
            try {
                if (current != null) {
                    samples.addAll(current.sample(now));
                }
            } catch (IOException | RuntimeException e) {
                watch = null;
                limited(List.of("Machine metrics are no longer available: " + e));
            }
            CompilerThreads.ThreadTime taken = threads == null ? null : threads.sample();
            if (taken != null) {
                samples.add(Metrics.PROCESS_COMPILERS.of(taken.runNanos() / (double) nanos));
                samples.add(Metrics.PROCESS_COMPILERS_WAIT.of(taken.waitNanos() / (double) nanos));
            }
            if (limit != null) {
                limit.sample(nanos / 1e9).ifPresent(fraction -> samples.add(Metrics.WORKER_THROTTLED.of(fraction)));
            }
            if (!samples.isEmpty()) {
                events.send(new Event.HostReport(clock.now(), samples, List.of()));
            }
        }

        private void limited(List<String> limitations) {
            events.send(new Event.HostReport(0, List.of(), limitations));
        }

        /** From now on reports only that the worker is alive; returns once nobody else uses the session. */
        private void loadOver() {
            reportOn(() -> reported = null);
        }

        private void reportOn(Runnable change) {
            reports.lock();
            try {
                change.run();
            } finally {
                reports.unlock();
            }
            local.unpark(reporter);
        }

        private void coordinatorGone() {
            released = true;
            if (!isEnding() && !name.isEmpty()) {
                LOG.warn("The coordinator of trial {} has gone; the load ends", name);
            }
            end();
        }

        private void crashed(Throwable problem) {
            fail(Event.Failure.WORKER, "the worker has failed: " + problem);
        }

        /** Ends the trial with a reason; any thread may call it. */
        private void fail(Event.Failure kind, String reason) {
            if (!isEnding()) {
                if (kind != Event.Failure.WORKER) { // Any other failure ends the trial for all workers.
                    leavesTopics = false;
                }
                events.send(new Event.Failed(kind, LongText.truncate(reason)));
            }
            end();
        }

        /** Tells whether the trial has ended except for its cleanup. */
        private boolean isEnding() {
            return ending.get();
        }

        private void end() {
            if (ending.compareAndSet(false, true)) {
                loadOver();
                steps.interrupt();
                steps.submitLast(this::cleanUp);
            }
        }

        /** Ends what is left, the topics included. Steps that hang, such as a call to a dead system, are not waited for. */
        private void cleanUp() {
            try {
                cleanUp("ending the load", () -> {
                    LoadSession current = session;
                    if (current != null) {
                        current.close();
                    }
                });
                // Steps still under way could create groups and topics again after they were deleted.
                cleanUp("ending what takes long", this::endAsides);
                awaitOthers();
                if (!leavesTopics) {
                    cleanUp("deleting the topics", this::deleteTopics);
                }
                Driver current = driver;
                if (current != null) {
                    cleanUp("closing the client", () -> {
                        try {
                            current.close();
                        } catch (DriverException e) {
                            LOG.warn("The client did not close cleanly", e);
                        }
                    });
                }
            } finally {
                reportOn(() -> over = true);
                worker.leave(this);
                events.complete();
            }
        }

        /** Waits for steps with threads of their own, which end by themselves once the trial is ending; those that hang are interrupted. */
        private void endAsides() {
            asides.forEach(local::unpark);
            try {
                for (Thread thread : asides) {
                    if (!local.join(thread, ASIDE_LIMIT)) {
                        thread.interrupt();
                        local.unpark(thread);
                        local.join(thread, ASIDE_LIMIT);
                    }
                }
            } catch (InterruptedException e) {
                asides.forEach(Thread::interrupt);
                Thread.currentThread().interrupt();
            }
        }

        /** Waits for other workers, which may still send to the topics that this one deletes and so create them again. */
        private void awaitOthers() {
            long deadline = local.nanoTime() + OTHERS_LIMIT.toNanos();
            while (!topics.isEmpty()
                    && !released
                    && deadline - local.nanoTime() > 0
                    && !Thread.currentThread().isInterrupted()) {
                local.park(Worker.LOOK_NANOS);
            }
        }

        /** Waits for the action, for a while; then interrupts it and continues. */
        private void cleanUp(String what, Runnable action) {
            Thread thread = local.start(Thread.ofPlatform().name(what).daemon(), action);
            try {
                if (!local.join(thread, CLEAN_UP_LIMIT)) {
                    LOG.warn("Gave up {} after {}", what, CLEAN_UP_LIMIT);
                    thread.interrupt();
                }
            } catch (InterruptedException e) {
                thread.interrupt();
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the end of the interval that lasts at this moment: the next whole second of the load. */
    static long intervalEnd(long startNanos, long nowNanos) {
        long secondNanos = 1_000_000_000;
        long passed = Math.max(0, nowNanos - startNanos) / secondNanos;
        return startNanos + (passed + 1) * secondNanos;
    }

    /** Is thrown when the worker will not do what the coordinator asked for. */
    static final class RefusedException extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }
}
