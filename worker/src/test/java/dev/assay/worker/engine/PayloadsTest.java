package dev.assay.worker.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.message.MessageHeader;
import dev.assay.model.spec.BodyPlan;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.unit.ByteSize;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadsTest {
    private static final int WINDOW_BYTES = 64 << 10;

    private static Payloads payloads(int size, int neighbours) {
        MessageSpec message = new MessageSpec(new ByteSize(size), PayloadFill.RANDOM, MessageKeying.NONE);
        return Payloads.of(
                        message,
                        7,
                        42,
                        IntStream.range(3, 3 + neighbours).boxed().toList())
                .getFirst();
    }

    @ParameterizedTest
    @CsvSource({"100, 1", "1000, 16", "1000, 200", "100, 256", "10000, 256"})
    void thePayloadsOfAllProducersOfAWorkerTogetherTakeNoMoreThan32MiB(int size, int producers) {
        assertThat(producers * payloads(size, producers).bytes()).isLessThanOrEqualTo(32 << 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200, 5000})
    void theyDoNotRepeatWithinTheWindowOfACompressor(int producers) {
        Payloads payloads = payloads(1000, producers);
        Set<byte[]> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deflater deflater = new Deflater();
        for (int i = 0; i * 1000 < WINDOW_BYTES; i++) {
            byte[] payload = payloads.stamp(i, i, i);
            assertThat(seen.add(payload)).isTrue();
            deflater.setInput(Arrays.copyOfRange(payload, MessageHeader.BYTES, payload.length));
            deflater.deflate(new byte[2000], 0, 2000, Deflater.SYNC_FLUSH);
        }
        assertThat(deflater.getBytesWritten()).isGreaterThan(deflater.getBytesRead() * 99 / 100);
        deflater.end();
    }

    @Test
    void eachStampedPayloadIsIntact() {
        Payloads payloads = payloads(100, 200);
        CRC32C crc = new CRC32C();
        for (long sequence = 0; sequence < 5000; sequence++) {
            byte[] payload = payloads.stamp(sequence, 1, 2);
            assertThat(MessageHeader.isIntact(payload, 0, payload.length, crc)).isTrue();
            assertThat(MessageHeader.isBodyIntact(payload, 0, payload.length, crc))
                    .isTrue();
            assertThat(MessageHeader.sequence(payload, 0)).isEqualTo(sequence);
        }
    }

    private static Payloads of(String size, PayloadFill fill) {
        return of(MessageSize.parse(size), fill);
    }

    private static Payloads of(MessageSize size, PayloadFill fill) {
        return Payloads.of(new MessageSpec(size, fill, MessageKeying.NONE), 7, 42, List.of(3))
                .getFirst();
    }

    @ParameterizedTest
    @CsvSource({"0.0, 0.02", "0.25, 0.25", "0.5, 0.5", "0.75, 0.75"})
    void bodiesCompressToAboutTheirRandomFraction(double random, double ratio) {
        Payloads payloads = of("1 KB", new PayloadFill(random, 200));
        Deflater deflater = new Deflater();
        for (int i = 0; i < 200; i++) {
            byte[] payload = payloads.stamp(i, i, i);
            deflater.setInput(Arrays.copyOfRange(payload, MessageHeader.BYTES, payload.length));
            deflater.deflate(new byte[2000], 0, 2000, Deflater.SYNC_FLUSH);
        }
        assertThat((double) deflater.getBytesWritten() / deflater.getBytesRead())
                .isCloseTo(ratio, within(0.08));
        deflater.end();
    }

    @Test
    void theLinesOfAFileAreSentInTurnInAnOrderOfEachProducer() {
        List<String> lines = IntStream.range(0, 50).mapToObj("x"::repeat).toList();
        MessageSpec message =
                new MessageSpec(ByteSize.parse("1 KB"), new PayloadFill(0, 0, "bodies.txt", lines), MessageKeying.NONE);
        List<Payloads> two = Payloads.of(message, 7, 42, List.of(3, 4));
        Payloads payloads = two.getFirst();
        Payloads otherPayloads = two.getLast();
        CRC32C crc = new CRC32C();
        int[] sizes = new int[lines.size()];
        int[] otherSizes = new int[lines.size()];
        for (int i = 0; i < 2 * sizes.length; i++) {
            byte[] payload = payloads.stamp(i, 1, 2);
            assertThat(MessageHeader.isBodyIntact(payload, 0, payload.length, crc))
                    .isTrue();
            assertThat(payload)
                    .endsWith(lines.get(payload.length - MessageHeader.BYTES).getBytes(UTF_8));
            assertThat(i < sizes.length ? 0 : sizes[i % sizes.length]).isIn(0, payload.length);
            sizes[i % sizes.length] = payload.length;
            otherSizes[i % sizes.length] = otherPayloads.stamp(i, 1, 2).length;
        }
        assertThat(sizes).doesNotHaveDuplicates().isNotEqualTo(otherSizes);
    }

    static List<MessageSize> everyThousandMessagesHaveTheSizesOfTheDistribution() {
        ByteSize small = ByteSize.parse("1 KB");
        ByteSize large = ByteSize.parse("64 KB");
        return List.of(
                new MessageSize(small, large, List.of()),
                MessageSize.of(List.of(new MessageSize.Weighted(small, 9), new MessageSize.Weighted(large, 1))));
    }

    @ParameterizedTest
    @MethodSource
    void everyThousandMessagesHaveTheSizesOfTheDistribution(MessageSize size) {
        Payloads payloads = of(size, PayloadFill.RANDOM);
        Payloads samePayloads = of(size, PayloadFill.RANDOM);
        CRC32C crc = new CRC32C();
        for (int round = 0; round < 2; round++) {
            int[] sizes = new int[MessageSize.STRATA];
            for (int i = 0; i < sizes.length; i++) {
                byte[] payload = payloads.stamp(i, 1, 2);
                sizes[i] = payload.length;
                assertThat(samePayloads.stamp(i, 1, 2)).hasSize(sizes[i]);
                assertThat(MessageHeader.isBodyIntact(payload, 0, payload.length, crc))
                        .isTrue();
            }
            Arrays.sort(sizes);
            assertThat(sizes).isEqualTo(size.strata());
        }
    }

    /** Has the sizes of a histogram of production. */
    private static final MessageSize HISTOGRAM = MessageSize.of(List.of(
            weighted("200 B", 600),
            weighted("1 KB", 250),
            weighted("10 KB", 100),
            weighted("100 KB", 40),
            weighted("1 MB", 9),
            weighted("5 MB", 1)));

    private static MessageSize.Weighted weighted(String size, int weight) {
        return new MessageSize.Weighted(ByteSize.parse(size), weight);
    }

    private static List<Payloads> ofMany(MessageSize size, PayloadFill fill, int producers) {
        MessageSpec message = new MessageSpec(size, fill, MessageKeying.NONE);
        return Payloads.of(message, 7, 42, IntStream.range(0, producers).boxed().toList());
    }

    @Test
    void twoHundredProducersOfSizesUpToFiveMegabytesShareBodiesOfLessThan128MiB() {
        List<Payloads> all = ofMany(HISTOGRAM, PayloadFill.RANDOM, 200);

        assertThat(all).hasSize(200);
        assertThat(all.getFirst().bytes())
                .as("there is one pool")
                .isEqualTo(BodyPlan.of(new MessageSpec(HISTOGRAM, PayloadFill.RANDOM, MessageKeying.NONE), 200)
                        .bytes())
                .as("some more of each size than one producer needs, as long as they fit")
                .isBetween(16L << 20, 32L << 20);
        int[] sizes = new int[MessageSize.STRATA];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = all.get(199).stamp(i, 1, 2).length;
            all.get(199).giveBack();
        }
        Arrays.sort(sizes);
        assertThat(sizes).isEqualTo(HISTOGRAM.strata());
        assertThat(ofMany(MessageSize.parse("5 MB"), PayloadFill.RANDOM, 200)
                        .getFirst()
                        .bytes())
                .isEqualTo(30_000_000);
        assertThat(ofMany(MessageSize.parse("1 KB"), new PayloadFill(0.5, 1000), 200)
                        .getFirst()
                        .bytes())
                .isEqualTo(1_000_000);
    }

    @Test
    void sharedBodiesDoNotRepeatWithinTheWindowOfACompressorEither() {
        for (MessageSize size :
                List.of(HISTOGRAM, MessageSize.of(List.of(weighted("10 KB", 9), weighted("2 MB", 1))))) {
            Payloads one = ofMany(size, PayloadFill.RANDOM, 200).get(17);
            IdentityHashMap<byte[], Long> lastAt = new IdentityHashMap<>();
            long at = 0;
            for (int i = 0; i < 3 * MessageSize.STRATA; i++) {
                byte[] payload = one.stamp(i, 1, 2);
                Long last = lastAt.put(payload, at);
                if (last != null && payload.length < WINDOW_BYTES) {
                    assertThat(at - last).isGreaterThanOrEqualTo(WINDOW_BYTES);
                }
                at += payload.length;
                one.giveBack();
            }
        }
    }

    @Test
    void aPayloadIsNobodyElsesUntilTheClientHasTakenIt() {
        List<Payloads> all = ofMany(MessageSize.parse("5 MB"), PayloadFill.RANDOM, 20);
        CRC32C crc = new CRC32C();
        Set<byte[]> stamped = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 7; i++) {
            stamped.add(all.get(i).stamp(i, 1, 2));
        }
        assertThat(stamped)
                .as("six bodies, and a copy where all are in use")
                .hasSize(7)
                .allSatisfy(payload -> assertThat(MessageHeader.isIntact(payload, 0, payload.length, crc)
                                && MessageHeader.isBodyIntact(payload, 0, payload.length, crc))
                        .isTrue());
        assertThat(stamped)
                .extracting(payload -> MessageHeader.producer(payload, 0))
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
        all.forEach(Payloads::giveBack);
        Set<byte[]> later = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 100; i++) {
            Payloads one = all.get(i % all.size());
            later.add(one.stamp(i, 1, 2));
            one.giveBack();
        }
        assertThat(later).as("nothing is allocated where nobody blocks").hasSize(6);
    }

    /** A replacement for a body that another producer has must not come again in its own turn. */
    @Test
    void bodiesDoNotRepeatWithinTheWindowOfACompressorWhileOthersBlock() {
        List<Payloads> all = ofMany(MessageSize.parse("1 KB"), PayloadFill.RANDOM, 300);
        Payloads one = all.getLast();
        all.subList(0, 299).forEach(blocked -> blocked.stamp(0, 1, 2));
        Set<ByteBuffer> seen = new HashSet<>();
        for (int i = 0; i * 1000 < WINDOW_BYTES; i++) {
            byte[] payload = one.stamp(i, 1, 2);
            byte[] body = Arrays.copyOfRange(payload, MessageHeader.BYTES, payload.length);
            assertThat(seen.add(ByteBuffer.wrap(body))).isTrue();
            one.giveBack();
        }
    }

    @Test
    void producersOfLargeMessagesHaveABodyEachAsLongAsTheyFit() {
        List<Payloads> all = ofMany(MessageSize.parse("100 KB"), PayloadFill.RANDOM, 200);
        Set<byte[]> first = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<byte[]> second = Collections.newSetFromMap(new IdentityHashMap<>());
        all.forEach(one -> first.add(one.stamp(0, 1, 2)));
        all.forEach(Payloads::giveBack);
        all.forEach(one -> second.add(one.stamp(1, 1, 2)));

        assertThat(all.getFirst().bytes()).isEqualTo(200 * 100_000);
        assertThat(first).as("no copies").hasSize(200).isEqualTo(second);
    }
}
