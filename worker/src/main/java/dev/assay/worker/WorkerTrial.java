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
import dev.assay.engine.Assignment;
import dev.assay.engine.FreshReader;
import dev.assay.engine.LoadSession;
import dev.assay.engine.SecondReadingEnd;
import dev.assay.engine.SteeredClock;
import dev.assay.engine.TrialClock;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.display.Excerpt;
import dev.assay.model.result.EffectiveConfig;
import dev.assay.model.result.SendCompression;
import dev.assay.worker.wire.ClockCodec;
import dev.assay.worker.wire.ReceiptCodec;
import dev.assay.worker.wire.RecordJson;
import dev.assay.worker.wire.proto.ChangeReader;
import dev.assay.worker.wire.proto.ClockSteered;
import dev.assay.worker.wire.proto.CreateTopics;
import dev.assay.worker.wire.proto.EndPhase;
import dev.assay.worker.wire.proto.LookUpTopics;
import dev.assay.worker.wire.proto.OpenLoad;
import dev.assay.worker.wire.proto.Opened;
import dev.assay.worker.wire.proto.Prepare;
import dev.assay.worker.wire.proto.Prepared;
import dev.assay.worker.wire.proto.ReaderChanged;
import dev.assay.worker.wire.proto.ReceiptReport;
import dev.assay.worker.wire.proto.RemoveTopics;
import dev.assay.worker.wire.proto.SteerClock;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker holds for one trial: the driver, the topics it created, the load. Used by one thread.
 */
final class WorkerTrial {
    /** As {@link dev.assay.run.coordinator.TrialRequest} makes them. */
    private static final Pattern ASSAYS_NAME = Pattern.compile("assay-[a-z0-9]{1,32}-\\d{1,9}-\\d{1,9}");

    private static final String LEFT = "something is left behind: ";

    private static final Logger LOG = LoggerFactory.getLogger(WorkerTrial.class);

    private final DriverProvider provider;
    private final Optional<AllowedFolders> limits;
    private @Nullable Driver driver;
    private List<TopicSpec> topics = List.of();
    private volatile @Nullable LoadSession session;
    private final PlantedClock planted;
    private final LocalClock local;
    private volatile TrialClock clock;
    private volatile Optional<SteeredClock> steered = Optional.empty();

    /** Held while a reader is changed: clients are used by one thread at a time. */
    private final Object readerChanges = new Object();

    /** Held while messages are read again. */
    private final Object secondReading = new Object();

    /**
     * Works with that driver.
     *
     * @param limits from where callers may name files, who then are held to what the driver allows; empty where the caller is the
     *     worker's owner
     */
    WorkerTrial(DriverProvider provider, Optional<AllowedFolders> limits, PlantedClock planted, LocalClock local) {
        this.local = local;
        this.clock = TrialClock.monotonic(local, 0);
        this.planted = planted;
        this.provider = provider;
        this.limits = limits;
    }

    Prepared openDriver(Prepare command) throws DriverException, TrialRefusedException {
        if (driver != null) {
            throw outOfOrder("prepare twice");
        }
        DriverConfig config = RecordJson.record(command.getConfig(), DriverConfig.class);
        refuseWhatIsBeyond(config);
        Driver opened = provider.open(config);
        driver = opened;
        return Prepared.newBuilder()
                .setCapabilities(RecordJson.text(opened.capabilities()))
                .build();
    }

    private void refuseWhatIsBeyond(DriverConfig config) throws TrialRefusedException {
        List<String> problems = limits.map(folders -> provider.callerLimits()
                        .problems(provider.system(), config.connection(), config.settings(), folders))
                .orElse(List.of());
        if (!problems.isEmpty()) {
            throw new TrialRefusedException(String.join(System.lineSeparator(), problems));
        }
    }

    void createTopics(CreateTopics command, CreationProgress progress) throws DriverException, TrialRefusedException {
        List<TopicSpec> wanted = command.getTopicsList().stream()
                .map(topic -> RecordJson.record(topic, TopicSpec.class))
                .toList();
        try {
            driver().createTopics(wanted, progress);
            topics = wanted;
        } catch (DriverException e) {
            // Who is interrupted can't tell how far the system came, nor delete it: that is done when the trial ends.
            topics = Thread.currentThread().isInterrupted() ? wanted : List.of();
            throw e;
        }
    }

    /** Names of those that exist. */
    List<String> lookUp(LookUpTopics command) throws DriverException, TrialRefusedException {
        List<TopicSpec> asked = command.getTopicsList().stream()
                .map(topic -> RecordJson.record(topic, TopicSpec.class))
                .toList();
        List<String> there = driver().existingTopics(asked);
        return asked.stream().map(TopicSpec::name).filter(there::contains).toList();
    }

    /** Deletes what an earlier run has created; returns what did not work, or an empty text. */
    String removeTopics(RemoveTopics command) throws TrialRefusedException {
        List<TopicSpec> unwanted = command.getTopicsList().stream()
                .map(topic -> RecordJson.record(topic, TopicSpec.class))
                .toList();
        refuseWhatIsNotAssays(unwanted);
        try {
            delete(driver(), unwanted);
            return "";
        } catch (DriverException e) {
            LOG.warn("Something is left behind of {}", unwanted, e);
            return Excerpt.of(LEFT + e.getMessage());
        }
    }

    private static void refuseWhatIsNotAssays(List<TopicSpec> unwanted) throws TrialRefusedException {
        for (TopicSpec topic : unwanted) {
            if (!ASSAYS_NAME.matcher(topic.name()).matches()) {
                throw new TrialRefusedException("'" + topic.name()
                        + "' is no name that Assay gives to topics, so this worker does not delete it");
            }
            String trials = topic.name().replaceFirst("\\d+$", "");
            for (String subscription : topic.subscriptions()) {
                if (!subscription.startsWith(trials)) {
                    throw new TrialRefusedException("'" + subscription + "' is no name that Assay gives to readers of "
                            + topic.name() + ", so this worker does not delete it");
                }
            }
        }
    }

    Opened openLoad(OpenLoad command, ProgressReporter reporter) throws DriverException, TrialRefusedException {
        if (session != null) {
            throw outOfOrder("open the load twice");
        }
        if (command.getSteerClock()) {
            SteeredClock own =
                    new SteeredClock(local, () -> planted.at(local.nanoTime()), command.getClockOffsetNanos());
            steered = Optional.of(own);
            clock = planted.under(own);
        } else {
            clock = planted.under(TrialClock.monotonic(local, command.getClockOffsetNanos()));
        }
        Assignment assignment = RecordJson.record(command.getAssignment(), Assignment.class);
        LoadSession opened = LoadSession.open(driver(), assignment, clock);
        session = opened;
        reporter.opened(opened, clock, command.getReportHost());
        EffectiveConfig told = SettingExcerpts.of(driver().effectiveConfig());
        return Opened.newBuilder()
                .setConfig(SettingExcerpts.text(
                        InFlightRoom.shownIn(told, assignment.workload().inFlight())))
                .build();
    }

    /**
     * Corrects the clock; may be called from any thread.
     *
     * @return what is added to it from now on; empty where it is the coordinator's
     */
    Optional<ClockSteered> steer(SteerClock command) {
        return steered.map(own ->
                ClockCodec.toWire(own.steer(command.getAtNanos(), command.getOffsetNanos(), command.getDrift())));
    }

    void start(long startNanos, ProgressReporter reporter) throws TrialRefusedException {
        session().start(startNanos);
        reporter.started(startNanos);
    }

    /** Ends sending; messages under way still get their outcome. */
    void halt() throws TrialRefusedException {
        session().stopSending();
    }

    /** Whether the end of the phase is still to come. */
    boolean endPhase(EndPhase command) throws TrialRefusedException {
        return session().endPhase(command.getPhase(), command.getEndNanos());
    }

    /** Waits for the time of the change, and makes it. May be called from any thread. */
    ReaderChanged changeReader(ChangeReader command)
            throws DriverException, TrialRefusedException, InterruptedException {
        LoadSession current = session();
        for (long left = command.getAtNanos() - clock.now(); left > 0; left = command.getAtNanos() - clock.now()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the trial is over");
            }
            local.park(left);
        }
        synchronized (readerChanges) {
            long started = clock.now();
            switch (command.getChange()) {
                case BEGIN -> current.beginReader(command.getReader());
                case PAUSE -> current.pauseReader(command.getReader());
                case RESUME -> current.resumeReader(command.getReader());
                case UNRECOGNIZED -> throw outOfOrder("change a reader in a way that it does not know");
            }
            return ReaderChanged.newBuilder()
                    .setNumber(command.getNumber())
                    .setStartNanos(started)
                    .setEndNanos(clock.now())
                    .build();
        }
    }

    /** Takes in what arrived at other workers. */
    void learn(ReceiptReport receipts) throws TrialRefusedException {
        session().learn(ReceiptCodec.fromWire(receipts));
    }

    /** The ledger as it stands, and before it the receipts that it does not hold. */
    WorkerLedger takeStock(ProgressReporter reporter) throws DriverException, TrialRefusedException {
        LoadSession current = session();
        reporter.sendReceipts(current);
        return current.ledger();
    }

    WorkerLedger finish(ProgressReporter reporter) throws DriverException, TrialRefusedException {
        LoadSession current = session();
        reporter.loadOver();
        WorkerLedger ledger = current.finish();
        reporter.sendInterval(current, clock);
        return ledger;
    }

    /**
     * Reads with fresh consumers what is missing. May be called from any thread, once the load is over or while consumers
     * are only waited for.
     *
     * @param cutShort whether nobody wants the result any more
     */
    SecondReadingEnd readAgain(FreshReader reader, BooleanSupplier cutShort) throws TrialRefusedException {
        synchronized (secondReading) {
            return reader.read(driver(), cutShort);
        }
    }

    /** Its readers would be made anew, with all that they leave, after that was deleted. */
    private void awaitSecondReading() {
        synchronized (secondReading) {
            LOG.debug("No second reading goes on");
        }
    }

    /** How far the client compressed what was sent; known once the load is finished. */
    Optional<SendCompression> compression() throws TrialRefusedException {
        return session().compression();
    }

    /** Deletes what was created; returns what did not work, or an empty text. */
    String deleteTopics() {
        Driver current = driver;
        if (current == null || topics.isEmpty()) {
            return "";
        }
        try {
            delete(current, topics);
            topics = List.of();
            return "";
        } catch (DriverException e) {
            LOG.warn("Something is left behind of {}", topics, e);
            return Excerpt.of(LEFT + e.getMessage());
        }
    }

    private static void delete(Driver driver, List<TopicSpec> topics) throws DriverException {
        driver.deleteTopics(topics);
        driver.deleteRemains();
    }

    private void closeLoad() {
        LoadSession current = session;
        if (current != null) {
            current.close();
        }
    }

    /** Ends what is left, the topics included. */
    void cleanUp() {
        Bounded.run(local, "ending the load", this::closeLoad);
        Bounded.run(local, "ending the second reading", this::awaitSecondReading);
        Bounded.run(local, "deleting the topics", this::deleteTopics);
        Driver current = driver;
        if (current != null) {
            Bounded.run(local, "closing the client", () -> {
                try {
                    current.close();
                } catch (DriverException e) {
                    LOG.warn("The client did not close well", e);
                }
            });
        }
    }

    private Driver driver() throws TrialRefusedException {
        Driver current = driver;
        if (current == null) {
            throw outOfOrder("work without prepare");
        }
        return current;
    }

    private LoadSession session() throws TrialRefusedException {
        LoadSession current = session;
        if (current == null) {
            throw outOfOrder("run a load that is not open");
        }
        return current;
    }

    private static TrialRefusedException outOfOrder(String what) {
        return new TrialRefusedException("the coordinator asked this worker to " + what
                + "; that is a defect of Assay, please report it with the logs");
    }
}
