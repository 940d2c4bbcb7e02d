package dev.assay.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.message.MessageHeader;
import dev.assay.core.scenario.MessageSpec;
import dev.assay.core.unit.ByteSize;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadsTest {
    private static final int WINDOW_BYTES = 64 << 10;

    private static Payloads payloads(int size, int neighbours) {
        MessageSpec message = new MessageSpec(new ByteSize(size), MessageSpec.Payload.RANDOM, MessageSpec.Keys.NONE);
        return new Payloads(message, new Payloads.Owner(7, 3, 42, neighbours));
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
}
