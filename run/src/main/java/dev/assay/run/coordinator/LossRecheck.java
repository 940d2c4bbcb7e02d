package dev.assay.run.coordinator;

import dev.assay.driver.TopicSpec;
import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.delivery.Reconciliation;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.RecheckRecord;
import dev.assay.model.result.RecheckRecord.Outcome;
import dev.assay.model.result.RecheckRecord.Source;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.worker.engine.ConsumerSlot;
import dev.assay.worker.engine.RecheckEnd;
import dev.assay.worker.engine.RecheckPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Looks again for acknowledged messages that are missing after the drain, before any is called lost: one worker reads with fresh consumers,
 * from the oldest message where the system keeps read messages, else what is left in the queue. Used by one thread.
 */
public final class LossRecheck {
    /** The silence after which reading is over where the system does not report its ends; what is missing then stays missing. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** While messages arrive within this time, missing ones may only be late. */
    private static final long QUIET_NANOS = 1_000_000_000;

    private static final int MAX_WAITS = 10;

    private final TrialRequest request;
    private final TrialWorkers workers;
    private final WorkerCommands commands;
    private final IntervalSink sink;
    private final Map<Integer, RecheckRecord> rechecks = new TreeMap<>();
    private final List<SubscriptionLedger> ledgersFound = new ArrayList<>();
    private boolean arriving;

    public LossRecheck(TrialRequest request, TrialWorkers workers, WorkerCommands commands, IntervalSink sink) {
        this.request = request;
        this.workers = workers;
        this.commands = commands;
        this.sink = sink;
    }

    /**
     * Looks while the consumers of the load are open, where that takes nothing from them: messages that they get meanwhile count as
     * received. Waits until they have come to rest; where they don't, lost can't be told from late.
     */
    public void beforeClosing() throws TrialFailedException, InterruptedException {
        if (!commands.sendingFinished() || missing(commands.takeStock()).isEmpty()) {
            return;
        }
        arriving = !comesToRest();
        if (source() == Source.TOPIC && !arriving) {
            read(missing(commands.takeStock()));
        }
    }

    /** Looks once the consumers of the load are closed, at subscriptions that were not rechecked before. Its failure fails no trial. */
    public void afterClosing(List<WorkerLedger> ledgers) throws TrialFailedException, InterruptedException {
        List<Integer> missing = missing(ledgers).stream()
                .filter(number -> !rechecks.containsKey(number))
                .toList();
        if (arriving) {
            missing.forEach(number -> add(
                    number, new RecheckEnd(Outcome.SKIPPED, 0, "messages were still arriving when the drain ended")));
            return;
        }
        try {
            read(missing);
        } catch (TrialFailedException e) {
            if (e.kind() == Kind.CANCELLED) {
                throw e;
            }
            missing.forEach(number -> add(number, new RecheckEnd(Outcome.FAILED, 0, String.valueOf(e.getMessage()))));
        }
    }

    public List<RecheckRecord> rechecks() {
        return List.copyOf(rechecks.values());
    }

    public Delivery reconcile(List<WorkerLedger> ledgers) {
        return Reconciliation.reconcile(
                ledgers,
                ledgersFound,
                request.subscriptionLabels(),
                request.timeline().phases().stream().map(Phase::name).toList());
    }

    public List<Integer> missing(List<WorkerLedger> ledgers) {
        Delivery delivery = reconcile(ledgers);
        return IntStream.range(0, delivery.subscriptions().size())
                .filter(number -> delivery.subscriptions().get(number).missing() > 0)
                .boxed()
                .toList();
    }

    private boolean comesToRest() throws TrialFailedException, InterruptedException {
        for (int waits = 0; waits < MAX_WAITS; waits++) {
            List<Long> before = workers.totals().received();
            if (!workers.await(
                    workers.now() + QUIET_NANOS,
                    () -> !workers.totals().received().equals(before))) {
                return true;
            }
            workers.await(workers.now() + QUIET_NANOS, () -> false);
        }
        return false;
    }

    private Source source() {
        return Objects.requireNonNull(workers.streams().getFirst().capabilities).lateSubscriptions()
                ? Source.TOPIC
                : Source.REST;
    }

    private void read(List<Integer> subscriptions) throws TrialFailedException, InterruptedException {
        if (subscriptions.isEmpty()) {
            return;
        }
        sink.on(TrialStage.RECHECKING);
        WorkerCommands.Reread reread = commands.readAgain(plan(subscriptions), LIMIT.plus(workers.step()));
        ledgersFound.addAll(reread.ledgers());
        subscriptions.forEach(number -> add(number, reread.end()));
    }

    private void add(int number, RecheckEnd end) {
        long read = ledgersFound.stream()
                .filter(ledger -> ledger.subscription() == number)
                .flatMap(ledger -> ledger.received().values().stream())
                .mapToLong(set -> set.count(0, SequenceSet.LIMIT))
                .sum();
        rechecks.put(
                number,
                new RecheckRecord(
                        request.subscriptionLabels().get(number),
                        source(),
                        end.outcome(),
                        read,
                        end.nanos(),
                        end.detail()));
    }

    private RecheckPlan plan(List<Integer> subscriptions) {
        List<TopicSpec> topics = request.topics();
        List<ConsumerSlot> slots = new ArrayList<>();
        for (int subscription : subscriptions) {
            String name = request.subscriptionName(request.subscriptionLabels().get(subscription));
            for (int topic = 0; topic < topics.size(); topic++) {
                String fresh = source() == Source.TOPIC ? TopicSpec.recheckGroup(name) : name;
                slots.add(new ConsumerSlot(subscription, fresh, topic, topics.get(topic)));
            }
        }
        int producers = request.trial().spec().workload().totalProducers();
        long maxMessages = ArrivalSchedule.maxMessages(request.timeline().curve(), 1);
        return new RecheckPlan(request.run(), producers, slots, maxMessages, PATIENCE, LIMIT);
    }
}
