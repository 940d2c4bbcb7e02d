package dev.assay.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.delivery.SubscriptionLedger.PhaseArrivals;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the ledger by counting with plain sets, over random deliveries. */
class DeliveryLedgerTest {
    private static final int RUN = 77;
    private static final int PRODUCERS = 3;
    private static final int PARTITIONS = 4;
    private static final int SUBSCRIPTIONS = 2;
    private static final int WORKERS = 2;
    private static final int MAX_SENT = 3_000;
    private static final List<String> NAMES = List.of("s0", "s1");
    private static final List<String> PHASES = List.of("warmup", "first", "second");

    private final CRC32C crc = new CRC32C();

    /** Counts the slow way what one subscription should receive. */
    private static final class Model {
        final Map<Integer, Set<Long>> got = new HashMap<>();
        final Map<String, Long> highest = new HashMap<>();
        final Set<String> seenByWorker = new HashSet<>();
        long arrivals;
        long outOfOrder;
        long corrupted;
        long unexpected;

        void arrive(int worker, int producer, int partition, long sequence) {
            arrivals++;
            got.computeIfAbsent(producer, key -> new HashSet<>()).add(sequence);
            if (seenByWorker.add(worker + "/" + producer + "/" + sequence)) {
                String channel = worker + "/" + producer + "/" + partition;
                long previous = highest.getOrDefault(channel, -1L);
                outOfOrder += sequence < previous ? 1 : 0;
                highest.put(channel, Math.max(previous, sequence));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void agreesWithPlainSets(long seed) {
        Random random = new Random(seed);
        List<ProducerLedger> producers = new ArrayList<>();
        List<Model> models = new ArrayList<>();
        List<List<SubscriptionLedger>> received = List.of(new ArrayList<>(), new ArrayList<>());
        for (int producer = 0; producer < PRODUCERS; producer++) {
            producers.add(sent(random, producer));
        }
        for (int subscription = 0; subscription < SUBSCRIPTIONS; subscription++) {
            Model model = new Model();
            models.add(model);
            for (int worker = 0; worker < WORKERS; worker++) {
                ReceivedMessages account = new ReceivedMessages(
                        subscription, RUN, PRODUCERS, PARTITIONS, PHASES.size(), SequenceSet.LIMIT);
                deliver(random, worker, producers, account, model);
                received.get(worker).add(account.ledger());
            }
        }
        Delivery delivery = Reconciliation.reconcile(
                List.of(
                        new WorkerLedger(producers.subList(0, 1), received.get(0), 2),
                        new WorkerLedger(producers.subList(1, PRODUCERS), received.get(1), 3)),
                NAMES,
                PHASES);

        assertThat(delivery.scheduled())
                .isEqualTo(
                        producers.stream().mapToLong(ProducerLedger::scheduled).sum());
        assertThat(delivery.sent())
                .isEqualTo(producers.stream().mapToLong(ProducerLedger::sent).sum());
        assertThat(delivery.unknown()).isEqualTo(delivery.sent() - delivery.acked() - delivery.failed());
        assertThat(delivery.violations()).isEqualTo(5);
        assertAddsUp(delivery);
        for (int subscription = 0; subscription < SUBSCRIPTIONS; subscription++) {
            assertThat(delivery.subscriptions().get(subscription))
                    .isEqualTo(expected(NAMES.get(subscription), models.get(subscription), producers));
        }
    }

    private static void assertAddsUp(Delivery delivery) {
        assertThat(delivery.phases()).extracting(PhaseDelivery::phase).isEqualTo(PHASES);
        assertThat(sum(delivery, PhaseDelivery::scheduled)).isEqualTo(delivery.scheduled());
        assertThat(sum(delivery, PhaseDelivery::sent)).isEqualTo(delivery.sent());
        assertThat(sum(delivery, PhaseDelivery::acked)).isEqualTo(delivery.acked());
        assertThat(sum(delivery, PhaseDelivery::failed)).isEqualTo(delivery.failed());
        assertThat(sum(delivery, PhaseDelivery::unknown)).isEqualTo(delivery.unknown());
        for (int subscription = 0; subscription < SUBSCRIPTIONS; subscription++) {
            int index = subscription;
            SubscriptionDelivery whole = delivery.subscriptions().get(subscription);
            assertThat(sum(delivery, phase -> phase.subscriptions().get(index).received()))
                    .isEqualTo(whole.received());
            assertThat(sum(delivery, phase -> phase.subscriptions().get(index).lost()))
                    .isEqualTo(whole.lost());
            assertThat(sum(delivery, phase -> phase.subscriptions().get(index).outOfOrder()))
                    .isEqualTo(whole.outOfOrder());
            assertThat(sum(delivery, phase -> phase.subscriptions().get(index).recovered()))
                    .isEqualTo(whole.recovered());
        }
    }

    private static long sum(Delivery delivery, ToLongFunction<PhaseDelivery> value) {
        return delivery.phases().stream().mapToLong(value).sum();
    }

    private static ProducerLedger sent(Random random, int producer) {
        long sent = random.nextInt(MAX_SENT) + 1L;
        SequenceSet acked = new SequenceSet();
        SequenceSet failed = new SequenceSet();
        for (long sequence = 0; sequence < sent; sequence++) {
            int outcome = random.nextInt(20);
            if (outcome > 1) {
                acked.add(sequence);
            } else if (outcome == 1) {
                failed.add(sequence);
            }
        }
        long scheduled = sent + random.nextInt(10);
        return new ProducerLedger(producer, scheduled, sent, acked, failed, phaseStarts(scheduled));
    }

    /** Divides the messages in thirds, as {@link #phaseOf} does. */
    private static List<Long> phaseStarts(long scheduled) {
        return List.of(0L, scheduled / 3, 2 * scheduled / 3);
    }

    /** Delivers about half of each producer's messages on each worker, with all kinds of faults. */
    private void deliver(
            Random random, int worker, List<ProducerLedger> producers, ReceivedMessages account, Model model) {
        List<long[]> route = new ArrayList<>();
        for (ProducerLedger producer : producers) {
            for (long sequence = 0; sequence < producer.sent() + 3; sequence++) {
                if (random.nextInt(10) < 6) {
                    route.add(new long[] {producer.producer(), sequence});
                }
                if (random.nextInt(50) == 0) {
                    route.add(new long[] {producer.producer(), random.nextInt((int) sequence + 1)});
                }
            }
        }
        for (int i = 0; i < route.size() / 20; i++) {
            int at = random.nextInt(route.size() - 1);
            route.set(at, route.set(at + 1, route.get(at)));
        }
        for (long[] step : route) {
            book(random, worker, producers, (int) step[0], step[1], account, model);
        }
    }

    private void book(
            Random random,
            int worker,
            List<ProducerLedger> producers,
            int producer,
            long sequence,
            ReceivedMessages account,
            Model model) {
        int partition = (int) (sequence % PARTITIONS);
        int fault = random.nextInt(40);
        int run = fault == 0 ? RUN + 1 : RUN;
        int from = fault == 1 ? PRODUCERS + random.nextInt(3) : producer;
        byte[] payload = message(run, from, sequence);
        if (fault == 2) {
            payload[random.nextInt(MessageHeader.BYTES)] ^= (byte) (1 << random.nextInt(8));
        } else if (fault == 3) {
            payload[MessageHeader.BYTES + random.nextInt(10)] ^= (byte) (1 << random.nextInt(8));
        }
        if (fault < 2) {
            model.unexpected++;
        } else if (fault == 2) {
            model.corrupted++;
        } else {
            model.corrupted += fault == 3 ? 1 : 0;
            model.arrive(worker, producer, partition, sequence);
        }
        account.book(phaseOf(producers.get(producer), sequence), partition, payload, 0, payload.length, crc);
        if (random.nextInt(500) == 0) {
            account.compact();
        }
    }

    private static int phaseOf(ProducerLedger producer, long sequence) {
        return sequence < producer.phaseStarts().get(1)
                ? 0
                : sequence < producer.phaseStarts().get(2) ? 1 : 2;
    }

    private static SubscriptionDelivery expected(String name, Model model, List<ProducerLedger> producers) {
        long received = 0;
        long beyond = 0;
        long lost = 0;
        long recovered = 0;
        long distinct = 0;
        for (ProducerLedger producer : producers) {
            Set<Long> got = model.got.getOrDefault(producer.producer(), Set.of());
            distinct += got.size();
            for (long sequence = 0; sequence < producer.sent() + 3; sequence++) {
                boolean arrived = got.contains(sequence);
                boolean acked = producer.acked().contains(sequence);
                boolean wasSent = sequence < producer.sent();
                received += arrived && wasSent ? 1 : 0;
                beyond += arrived && !wasSent ? 1 : 0;
                lost += acked && !arrived ? 1 : 0;
                recovered += arrived && wasSent && !acked ? 1 : 0;
            }
        }
        return new SubscriptionDelivery(
                name,
                received,
                lost,
                model.arrivals - distinct,
                model.outOfOrder,
                model.corrupted,
                model.unexpected + beyond,
                recovered,
                0);
    }

    @Test
    void whatTheSystemCallsRedeliveredIsCountedByPhaseWhetherItIsADuplicateOrNot() {
        ProducerLedger producer = new ProducerLedger(0, 10, 10, sequences(0, 10), new SequenceSet(), List.of(0L, 5L));
        List<PhaseArrivals> phases = List.of(new PhaseArrivals(1, 2, 0, 0), new PhaseArrivals(0, 3, 0, 0));
        SubscriptionLedger first = new SubscriptionLedger(0, Map.of(0, sequences(0, 10)), phases, 0, 0);
        SubscriptionLedger second = new SubscriptionLedger(0, Map.of(), List.of(new PhaseArrivals(0, 1, 0, 0)), 0, 0);

        Delivery delivery = Reconciliation.reconcile(
                List.of(
                        new WorkerLedger(List.of(producer), List.of(first), 0),
                        new WorkerLedger(List.of(), List.of(second), 0)),
                List.of("s0"),
                List.of("warm-up", "measure"));

        assertThat(delivery.subscriptions())
                .containsExactly(new SubscriptionDelivery("s0", 10, 0, 1, 0, 0, 0, 0, 0, 6, 0));
        assertThat(delivery.phases())
                .extracting(phase -> phase.subscriptions().getFirst().redelivered())
                .containsExactly(3L, 3L);
    }

    @Test
    void whatOnlyARecheckFoundIsUndeliveredWhateverElseItFound() {
        SequenceSet acked = sequences(0, 70_000);
        SequenceSet failed = sequences(70_000, 70_005);
        ProducerLedger producer = new ProducerLedger(0, 70_010, 70_005, acked, failed, List.of(0L, 66_000L));
        SubscriptionLedger received = new SubscriptionLedger(0, Map.of(0, sequences(0, 65_990)), List.of(), 0, 0);
        // The last ten are lost; what failed and what was received is found as well.
        SubscriptionLedger rechecked = new SubscriptionLedger(0, Map.of(0, sequences(60_000, 69_990)), List.of(), 0, 0);
        SubscriptionLedger ofAnother = new SubscriptionLedger(1, Map.of(0, acked), List.of(), 0, 0);

        Delivery delivery = Reconciliation.reconcile(
                List.of(new WorkerLedger(List.of(producer), List.of(received), 0)),
                List.of(rechecked, ofAnother),
                List.of("s0"),
                List.of("warm-up", "measure"));

        assertThat(delivery.subscriptions())
                .containsExactly(new SubscriptionDelivery("s0", 65_990, 10, 0, 0, 0, 0, 0, 4_000));
        assertThat(delivery.phases())
                .extracting(phase -> phase.subscriptions().getFirst().undelivered())
                .containsExactly(10L, 3_990L);
        assertThat(delivery.subscriptions().getFirst().clean()).isFalse();
    }

    private static SequenceSet sequences(long from, long to) {
        SequenceSet set = new SequenceSet();
        for (long sequence = from; sequence < to; sequence++) {
            set.add(sequence);
        }
        return set;
    }

    @Test
    void whatNobodyReceivedIsLostOrUnknown() {
        SequenceSet acked = new SequenceSet();
        for (long i = 0; i < 70_000; i++) {
            acked.add(i);
        }
        ProducerLedger producer = new ProducerLedger(0, 70_010, 70_005, acked, new SequenceSet(), List.of(0L));
        Delivery delivery = Reconciliation.reconcile(
                List.of(new WorkerLedger(List.of(producer), List.of(), 0)), List.of("s0"), List.of("measure"));
        SubscriptionDelivery nothing = new SubscriptionDelivery("s0", 0, 70_000, 0, 0, 0, 0, 0, 0);
        assertThat(delivery)
                .isEqualTo(new Delivery(
                        70_010,
                        5,
                        70_000,
                        0,
                        5,
                        0,
                        List.of(nothing),
                        List.of(new PhaseDelivery("measure", 70_010, 5, 70_000, 0, 5, List.of(nothing)))));
        assertThat(delivery.subscriptions().getFirst().clean()).isFalse();
    }

    @Test
    void sequencesThatNoProducerCanHaveAreUnexpected() {
        ReceivedMessages account = new ReceivedMessages(0, RUN, 1, 1, 1, Long.MAX_VALUE);
        for (long sequence : new long[] {-1, Long.MIN_VALUE, SequenceSet.LIMIT, Long.MAX_VALUE}) {
            byte[] payload = message(RUN, 0, sequence);
            assertThat(account.book(0, 0, payload, 0, payload.length, crc)).isEqualTo(ReceivedMessages.Arrival.FOREIGN);
        }
        assertThat(account.book(0, 0, new byte[10], 0, 10, crc)).isEqualTo(ReceivedMessages.Arrival.FOREIGN);
        assertThat(account.ledger().unexpected()).isEqualTo(4);
        assertThat(account.ledger().corrupted()).isOne();
        assertThat(account.ledger().phases()).containsExactly(PhaseArrivals.NONE);
    }

    /** Such a sequence may cost memory for all those before it. */
    @Test
    void sequencesThatTheLoadCanNotHaveSentAreUnexpected() {
        ReceivedMessages account = new ReceivedMessages(0, RUN, 1, 1, 1, 1000);
        for (long sequence : new long[] {1000, 1L << 30, SequenceSet.LIMIT - 1}) {
            byte[] payload = message(RUN, 0, sequence);
            assertThat(account.book(0, 0, payload, 0, payload.length, crc)).isEqualTo(ReceivedMessages.Arrival.FOREIGN);
        }
        byte[] last = message(RUN, 0, 999);
        assertThat(account.book(0, 0, last, 0, last.length, crc)).isEqualTo(ReceivedMessages.Arrival.FIRST);
        assertThat(account.ledger().unexpected()).isEqualTo(3);
        assertThat(Objects.requireNonNull(account.ledger().received().get(0)).chunkCount())
                .isOne();
    }

    @Test
    void refusesTwoWorkersWithTheSameProducer() {
        ProducerLedger producer = new ProducerLedger(4, 0, 0, new SequenceSet(), new SequenceSet(), List.of(0L));
        WorkerLedger worker = new WorkerLedger(List.of(producer), List.of(), 0);
        assertThatThrownBy(() -> Reconciliation.reconcile(List.of(worker, worker), List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two workers claim producer 4");
    }

    private byte[] message(int run, int producer, long sequence) {
        byte[] payload = new byte[MessageHeader.BYTES + 10];
        MessageHeader.writeIdentity(payload, run, producer, 0);
        int bodyCrc = MessageHeader.crcOf(payload, MessageHeader.BYTES, 10, crc);
        MessageHeader.writeMessage(payload, sequence, 0, 0, bodyCrc, crc);
        return payload;
    }
}
