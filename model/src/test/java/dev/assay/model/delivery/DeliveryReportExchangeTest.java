package dev.assay.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.delivery.ReceivedMessages.Arrival;
import dev.assay.model.message.MessageHeader;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests workers that share a subscription, and what they learn of each other's delivery reports. */
class DeliveryReportExchangeTest {
    private static final int RUN = 77;
    private static final long CELLS_BYTES = 16 + 8L * ChunkCells.LENGTH;

    private final CRC32C crc = new CRC32C();
    private final DeliveryReportUnion union = new DeliveryReportUnion(0);
    private final List<ReceivedMessages> workers = new ArrayList<>();
    private long repeated;

    private void share(int count, int phases) {
        for (int worker = 0; worker < count; worker++) {
            workers.add(new ReceivedMessages(0, RUN, 1, 2, phases, SequenceSet.LIMIT, true));
        }
    }

    private Arrival arrive(int worker, int phase, int partition, long sequence) {
        byte[] payload = new byte[MessageHeader.BYTES];
        MessageHeader.writeIdentity(payload, RUN, 0, 0);
        int bodyCrc = MessageHeader.crcOf(payload, MessageHeader.BYTES, 0, crc);
        MessageHeader.writeMessage(payload, sequence, 0, 0, bodyCrc, crc);
        return workers.get(worker).book(phase, partition, payload, 0, payload.length, crc);
    }

    /** Passes the new reports of one worker on to all. */
    private void tell(int worker) {
        for (DeliveryReports report : workers.get(worker).news()) {
            repeated += union.add(report);
        }
        for (DeliveryReports report : union.news(DeliveryReports.MAX_AT_ONCE)) {
            workers.forEach(all -> all.learn(report));
        }
    }

    private SubscriptionDelivery delivery(long sent) {
        SequenceSet acked = new SequenceSet();
        for (long sequence = 0; sequence < sent; sequence++) {
            acked.add(sequence);
        }
        return reconcile(new ProducerLedger(0, sent, sent, acked, new SequenceSet(), List.of(0L)), List.of("measure"))
                .subscriptions()
                .getFirst();
    }

    private Delivery reconcile(ProducerLedger sent, List<String> phases) {
        List<SubscriptionLedger> ledgers = Stream.concat(
                        workers.stream().map(ReceivedMessages::ledger),
                        Stream.of(union.ledger(List.of(sent), phases.size())))
                .toList();
        return Reconciliation.reconcile(List.of(new WorkerLedger(List.of(sent), ledgers, 0)), List.of("s1"), phases);
    }

    @Test
    void whatArrivedElsewhereIsRepeated() {
        share(2, 1);
        assertThat(arrive(0, 0, 0, 5)).isEqualTo(Arrival.FIRST);
        tell(0);
        assertThat(arrive(1, 0, 0, 5)).isEqualTo(Arrival.REPEATED);
        tell(1);
        tell(0);

        assertThat(repeated).isZero();
        assertThat(delivery(6).duplicated()).isOne();
        assertThat(delivery(6).received()).isOne();
    }

    @Test
    void whatArrivesTwiceBeforeThatIsKnownIsFoundByTheUnionAndBookedToItsPhase() {
        share(3, 2);
        for (int worker = 0; worker < 3; worker++) {
            assertThat(arrive(worker, 1, 0, 5)).isEqualTo(Arrival.FIRST);
        }
        assertThat(arrive(1, 0, 0, 1)).isEqualTo(Arrival.FIRST);
        assertThat(arrive(2, 0, 0, 1)).isEqualTo(Arrival.FIRST);
        tell(0);
        tell(1);
        tell(2);

        assertThat(repeated).isEqualTo(3);
        Delivery delivery = reconcile(
                new ProducerLedger(0, 8, 8, new SequenceSet(), new SequenceSet(), List.of(0L, 4L)),
                List.of("warmup", "measure"));
        assertThat(delivery.subscriptions().getFirst().duplicated()).isEqualTo(3);
        assertThat(delivery.subscriptions().getFirst().received()).isEqualTo(2);
        assertThat(delivery.phases())
                .extracting(phase -> phase.subscriptions().getFirst().duplicated())
                .containsExactly(1L, 2L);
    }

    @Test
    void whatIsBehindAMessageThatArrivedElsewhereIsOutOfOrder() {
        share(2, 1);
        arrive(0, 0, 1, 9);
        tell(0);
        arrive(1, 0, 1, 7);
        arrive(1, 0, 0, 8);
        tell(1);
        assertThat(delivery(10).outOfOrder()).isOne();
    }

    @Test
    void chunksThatAreFullOverAllWorkersTakeNoMemory() {
        share(2, 1);
        long messages = 40L * SequenceSet.CHUNK;
        long max = 0;
        long maxOfUnion = 0;
        for (long sequence = 0; sequence < messages; sequence++) {
            arrive((int) sequence % 2, 0, (int) sequence % 2, sequence);
            if (sequence % 10_000 == 0) {
                tell(0);
                tell(1);
                workers.forEach(ReceivedMessages::compact);
                max = Math.max(max, workers.getFirst().heldBytes());
                maxOfUnion = Math.max(maxOfUnion, union.heldBytes());
            }
        }
        tell(0);
        tell(1);

        // Two sets, each with the chunk that is being filled and one that a message short of full.
        assertThat(max).isLessThanOrEqualTo(4 * CELLS_BYTES);
        assertThat(maxOfUnion).isLessThanOrEqualTo(4 * CELLS_BYTES);
        assertThat(delivery(messages)).isEqualTo(new SubscriptionDelivery("s1", messages, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void aMessageThatNeverComesKeepsNoChunk() {
        share(2, 1);
        long messages = 40L * SequenceSet.CHUNK;
        for (long sequence = 0; sequence < messages; sequence++) {
            if (sequence % SequenceSet.CHUNK != 77) {
                arrive((int) sequence % 2, 0, (int) sequence % 2, sequence);
            }
            if (sequence % 10_000 == 0) {
                tell(0);
                tell(1);
                workers.forEach(ReceivedMessages::compact);
            }
        }
        for (int round = 0; round < 3; round++) {
            tell(0);
            tell(1);
            workers.forEach(ReceivedMessages::compact);
        }

        // Lists of one, with their headings, in two sets of each worker and of the union.
        assertThat(workers).allSatisfy(worker -> assertThat(worker.heldBytes()).isEqualTo(2 * 40 * 32));
        assertThat(union.heldBytes()).isLessThanOrEqualTo(2 * (40 * 32 + 2 * CELLS_BYTES));
        assertThat(delivery(messages)).isEqualTo(new SubscriptionDelivery("s1", messages - 40, 40, 0, 0, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyArrivalIsCountedOnceWhereverAndWheneverItIsToldOf(long seed) {
        Random random = new Random(seed);
        share(3, 1);
        Set<Long> distinct = new HashSet<>();
        long arrivals = 20_000;
        for (long arrival = 0; arrival < arrivals; arrival++) {
            long sequence = random.nextInt(3 * SequenceSet.CHUNK / 2);
            distinct.add(sequence);
            arrive(random.nextInt(3), 0, 0, sequence);
            if (random.nextInt(500) == 0) {
                tell(random.nextInt(3));
            }
        }
        for (int worker = 0; worker < 3; worker++) {
            tell(worker);
        }

        SubscriptionDelivery delivery = delivery(3 * SequenceSet.CHUNK / 2);
        assertThat(delivery.received()).isEqualTo(distinct.size());
        assertThat(delivery.lost()).isEqualTo(3 * SequenceSet.CHUNK / 2 - distinct.size());
        assertThat(delivery.duplicated()).isEqualTo(arrivals - distinct.size());
    }

    /** Passed on as they come, the words reported by each of 16 workers would travel 16 times to each of the others. */
    @Test
    void aWordThatManyWorkersTellOfTravelsOnceToEach() {
        int count = 16;
        long messages = 4L * SequenceSet.CHUNK;
        share(count, 1);
        for (long sequence = 0; sequence < messages; sequence++) {
            arrive((int) (sequence % count), 0, (int) (sequence % 2), sequence);
        }
        for (ReceivedMessages worker : workers) {
            worker.news().forEach(union::add);
        }
        List<DeliveryReports> newReports = union.news(DeliveryReports.MAX_AT_ONCE);

        assertThat(newReports.stream().mapToLong(one -> one.words().size()).sum())
                .isEqualTo(messages / Long.SIZE);
        assertThat(newReports.stream().flatMap(one -> one.frontiers().stream()))
                .containsExactly(
                        new DeliveryReports.Frontier(0, messages - 1), new DeliveryReports.Frontier(1, messages));
        assertThat(union.news(DeliveryReports.MAX_AT_ONCE)).isEmpty();
        newReports.forEach(one -> workers.forEach(worker -> worker.learn(one)));
        assertThat(workers).allSatisfy(worker -> assertThat(worker.news()).isEmpty());
        assertThat(arrive(3, 0, 0, 0)).isEqualTo(Arrival.REPEATED);
        assertThat(delivery(messages).received()).isEqualTo(messages);
        assertThat(delivery(messages).duplicated()).isOne();
    }

    @Test
    void newsComeInReportsAsSmallAsTheyAreAskedFor() {
        DeliveryReportUnion union = new DeliveryReportUnion(0);
        List<DeliveryReports.Word> words = LongStream.range(0, 10)
                .mapToObj(word -> new DeliveryReports.Word(word, 1))
                .toList();
        union.add(new DeliveryReports(0, 0, words, List.of(new DeliveryReports.Frontier(0, 600))));

        List<DeliveryReports> newReports = union.news(4);

        assertThat(newReports).extracting(report -> report.words().size()).containsExactly(4, 4, 2, 0);
        assertThat(newReports).flatExtracting(DeliveryReports::words).isEqualTo(words);
        assertThat(DeliveryReports.messages(newReports, 8)).hasSize(4);
    }

    @Test
    void manyDeliveryReportsAreToldInParts() {
        share(1, 1);
        for (long word = 0; word <= DeliveryReports.MAX_AT_ONCE; word++) {
            arrive(0, 0, 0, word * Long.SIZE);
        }
        assertThat(workers.getFirst().news())
                .extracting(told -> told.words().size())
                .containsExactly(DeliveryReports.MAX_AT_ONCE, 1, 0);
        assertThat(workers.getFirst().news()).isEmpty();
    }

    @Test
    void refusesDeliveryReportsOfWhatIsNotShared() {
        DeliveryReports deliveryReports = new DeliveryReports(0, 0, List.of(new DeliveryReports.Word(0, 1)), List.of());
        assertThatThrownBy(() -> new ReceivedMessages(0, RUN, 1, 1, 1, 10).learn(deliveryReports))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not shared");
        share(1, 1);
        assertThatThrownBy(() -> workers.getFirst().learn(new DeliveryReports(0, 3, List.of(), List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("producer 3 of 1");
        assertThatThrownBy(() -> workers.getFirst()
                        .learn(new DeliveryReports(0, 0, List.of(), List.of(new DeliveryReports.Frontier(2, 1)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition 2 of 2");
    }
}
