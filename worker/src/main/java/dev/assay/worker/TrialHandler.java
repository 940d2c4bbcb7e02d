package dev.assay.worker;

import dev.assay.driver.DriverException;
import dev.assay.driver.LocalClock;
import dev.assay.engine.FreshReader;
import dev.assay.engine.SecondReadingEnd;
import dev.assay.engine.SecondReadingPlan;
import dev.assay.engine.TrialClock;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.display.Excerpt;
import dev.assay.worker.wire.LedgerCodec;
import dev.assay.worker.wire.RecordJson;
import dev.assay.worker.wire.proto.ChangeReader;
import dev.assay.worker.wire.proto.Command;
import dev.assay.worker.wire.proto.Done;
import dev.assay.worker.wire.proto.Event;
import dev.assay.worker.wire.proto.Failed;
import dev.assay.worker.wire.proto.Finished;
import dev.assay.worker.wire.proto.PartitionsCreated;
import dev.assay.worker.wire.proto.PhaseEnded;
import dev.assay.worker.wire.proto.Prepare;
import dev.assay.worker.wire.proto.ReadAgainDone;
import dev.assay.worker.wire.proto.TopicsFound;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles one trial: carries out the commands of the stream, and cleans up when the stream ends, however it ends. */
final class TrialHandler implements StreamObserver<Command> {
    private static final Logger LOG = LoggerFactory.getLogger(TrialHandler.class);

    /** How long the trial before may take to clean up; longer than that takes at most. */
    private static final Duration WAIT_FOR_SLOT = Duration.ofSeconds(35);

    /** The coordinator stops waiting long before. */
    private static final Duration LEDGER_LIMIT = Duration.ofSeconds(60);

    private final TrialLock slot;
    private final EventStream events;
    private final WorkerTrial trial;
    private final ProgressReporter reporter;
    private final LocalClock clock;
    private final StepThread steps;
    private final AtomicBoolean ending = new AtomicBoolean();
    private volatile String name = "";

    TrialHandler(WorkerTrial trial, TrialLock slot, EventStream events, HostReporter host, LocalClock clock) {
        this.clock = clock;
        this.steps = new StepThread(clock);
        this.slot = slot;
        this.events = events;
        this.trial = trial;
        this.reporter = new ProgressReporter(
                events,
                host,
                reason -> fail(Failed.Kind.SYSTEM, reason),
                crash -> fail(Failed.Kind.WORKER, describe(crash)),
                clock);
        events.onCancel(this::coordinatorGone);
        reporter.begin();
    }

    /** One thing to do for a command. */
    private interface Step {
        void run() throws Exception;
    }

    @Override
    public void onNext(Command command) {
        if (command.getCommandCase() == Command.CommandCase.ABORT) {
            LOG.info("Aborted by the coordinator: {}", command.getAbort().getReason());
            end();
        } else if (command.getCommandCase() == Command.CommandCase.STEER_CLOCK) {
            // At once: by the time that other steps are done it would be old.
            trial.steer(command.getSteerClock())
                    .ifPresent(line ->
                            events.send(Event.newBuilder().setClockSteered(line).build()));
        } else {
            submit(() -> perform(() -> handle(command)));
        }
    }

    @Override
    public void onCompleted() {
        submit(this::end);
    }

    @Override
    public void onError(Throwable problem) {
        coordinatorGone();
    }

    /** Ends the trial with a reason; any thread may call it. */
    void abort(String reason) {
        fail(Failed.Kind.WORKER, reason);
    }

    /** Whether the trial has ended except for its cleanup. */
    boolean isEnding() {
        return ending.get();
    }

    /** The trial's name. */
    String name() {
        return name;
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
            fail(Failed.Kind.SYSTEM, String.valueOf(e.getMessage()));
            LOG.warn("The driver failed", e);
        } catch (TrialRefusedException | IllegalArgumentException e) {
            fail(Failed.Kind.REFUSED, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            LOG.debug("A step was cut short", e); // Only the end of the trial does so.
        } catch (Throwable e) { // Whatever it is, the coordinator must hear of it.
            fail(Failed.Kind.WORKER, describe(e));
            LOG.error("A step failed", e);
        }
    }

    private void handle(Command command) throws Exception {
        switch (command.getCommandCase()) {
            case CHANGE_READER -> changeReader(command.getChangeReader());
            case LEARN -> trial.learn(command.getLearn());
            case READ_AGAIN ->
                readAgain(RecordJson.record(command.getReadAgain().getPlan(), SecondReadingPlan.class));
            default -> events.send(answer(command).build());
        }
    }

    private Event.Builder answer(Command command) throws Exception {
        Event.Builder answer = Event.newBuilder();
        return switch (command.getCommandCase()) {
            case PREPARE -> answer.setPrepared(trial.openDriver(enter(command.getPrepare())));
            case CREATE_TOPICS -> {
                trial.createTopics(command.getCreateTopics(), this::sayCreated);
                yield answer.setDone(Done.getDefaultInstance());
            }
            case LOOK_UP_TOPICS ->
                answer.setTopicsFound(TopicsFound.newBuilder().addAllNames(trial.lookUp(command.getLookUpTopics())));
            case REMOVE_TOPICS ->
                answer.setDone(Done.newBuilder().setWarning(trial.removeTopics(command.getRemoveTopics())));
            case OPEN_LOAD -> answer.setOpened(trial.openLoad(command.getOpenLoad(), reporter));
            case START -> {
                trial.start(command.getStart().getStartNanos(), reporter);
                yield answer.setDone(Done.getDefaultInstance());
            }
            case HALT -> {
                trial.halt();
                yield answer.setDone(Done.getDefaultInstance());
            }
            case END_PHASE ->
                answer.setPhaseEnded(PhaseEnded.newBuilder().setAhead(trial.endPhase(command.getEndPhase())));
            case TAKE_STOCK -> answer.setFinished(send(trial.takeStock(reporter)));
            case FINISH -> answer.setFinished(send(trial.finish(reporter)));
            case DELETE_TOPICS -> answer.setDone(Done.newBuilder().setWarning(trial.deleteTopics()));
            default -> throw new TrialRefusedException("this worker does not know the command");
        };
    }

    private void sayCreated(long created, long all) {
        events.send(Event.newBuilder()
                .setPartitionsCreated(
                        PartitionsCreated.newBuilder().setCreated(created).setAll(all))
                .build());
    }

    /** At its time, on a thread of its own, as other commands may come before. */
    private void changeReader(ChangeReader command) {
        clock.start(
                Thread.ofPlatform().daemon().name("reader-" + command.getReader()),
                () -> perform(() -> events.send(Event.newBuilder()
                        .setReaderChanged(trial.changeReader(command))
                        .build())));
    }

    /** On a thread of its own, as what arrives elsewhere is still to be learnt meanwhile. */
    private void readAgain(SecondReadingPlan plan) {
        clock.start(
                Thread.ofPlatform().daemon().name("second-reading"),
                () -> perform(() -> {
                    FreshReader reader = new FreshReader(plan, TrialClock.monotonic(clock, 0));
                    SecondReadingEnd end = trial.readAgain(reader, this::isEnding);
                    LedgerCodec.takeApart(
                            new WorkerLedger(List.of(), reader.found(), 0),
                            part -> events.sendWhenReady(
                                    Event.newBuilder().setReadAgainPart(part).build(), LEDGER_LIMIT));
                    events.send(Event.newBuilder()
                            .setReadAgainDone(ReadAgainDone.newBuilder().setEnd(RecordJson.text(end)))
                            .build());
                }));
    }

    private Prepare enter(Prepare command) throws TrialRefusedException, InterruptedException {
        name = command.getTrial();
        slot.take(this, WAIT_FOR_SLOT);
        return command;
    }

    private Finished send(WorkerLedger ledger) throws Exception {
        LedgerCodec.takeApart(
                ledger,
                part -> events.sendWhenReady(
                        Event.newBuilder().setLedgerPart(part).build(), LEDGER_LIMIT));
        return Finished.newBuilder()
                .setViolations(ledger.violations())
                .setCompression(trial.compression().map(RecordJson::text).orElse(""))
                .build();
    }

    private void coordinatorGone() {
        if (!isEnding() && !name.isEmpty()) {
            LOG.warn("The coordinator of trial {} has gone; the load ends", name);
        }
        end();
    }

    private void fail(Failed.Kind kind, String reason) {
        if (!isEnding()) {
            events.send(Event.newBuilder()
                    .setFailed(Failed.newBuilder().setKind(kind).setReason(Excerpt.of(reason)))
                    .build());
        }
        end();
    }

    private void end() {
        if (ending.compareAndSet(false, true)) {
            reporter.loadOver();
            steps.interrupt();
            steps.submitLast(this::cleanUp);
        }
    }

    private void cleanUp() {
        try {
            trial.cleanUp();
        } finally {
            reporter.end();
            slot.release(this);
            events.complete();
        }
    }

    private static String describe(Throwable problem) {
        return "the worker has failed: " + problem;
    }
}
