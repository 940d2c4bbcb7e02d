package dev.assay.model.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageHeaderTest {
    private final CRC32C crc = new CRC32C();

    @Test
    void allFieldsComeBackAtAnyOffset() {
        byte[] payload = message(100, -7, 65_535, 40_000, Long.MAX_VALUE, -1, Long.MIN_VALUE);
        byte[] around = new byte[113];
        System.arraycopy(payload, 0, around, 5, 100);

        assertThat(MessageHeader.isIntact(around, 5, 100, crc)).isTrue();
        assertThat(MessageHeader.isBodyIntact(around, 5, 100, crc)).isTrue();
        assertThat(MessageHeader.run(around, 5)).isEqualTo(-7);
        assertThat(MessageHeader.producer(around, 5)).isEqualTo(65_535);
        assertThat(MessageHeader.epoch(around, 5)).isEqualTo(40_000);
        assertThat(MessageHeader.sequence(around, 5)).isEqualTo(Long.MAX_VALUE);
        assertThat(MessageHeader.intendedNanos(around, 5)).isEqualTo(-1);
        assertThat(MessageHeader.callStartNanos(around, 5)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void theLayoutIsTheDocumentedOne() {
        byte[] payload =
                message(40, 0x04030201, 0x0605, 0x0807, 0x100F0E0D0C0B0A09L, 0x1817161514131211L, 0x201F1E1D1C1B1A19L);
        for (int i = 0; i < 32; i++) {
            assertThat(payload[i]).isEqualTo((byte) (i + 1));
        }
        // The CRC-32C of nothing is 0; that of "123456789" is the check value of RFC 3720's polynomial.
        assertThat(payload[32] | payload[33] | payload[34] | payload[35]).isZero();
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        assertThat(MessageHeader.crcOf(digits, 0, digits.length, crc)).isEqualTo(0xE3069283);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 41, 100, 1024})
    void anySingleFlippedBitIsDetectedWhereItIs(int size) {
        byte[] payload = message(size, 1, 2, 0, 3, 4, 5);
        for (int bit = 0; bit < size * 8; bit++) {
            payload[bit >> 3] ^= (byte) (1 << (bit & 7));
            boolean inHeader = bit < MessageHeader.BYTES * 8;
            assertThat(MessageHeader.isIntact(payload, 0, size, crc))
                    .as("bit %d", bit)
                    .isEqualTo(!inHeader);
            if (!inHeader) {
                assertThat(MessageHeader.isBodyIntact(payload, 0, size, crc))
                        .as("bit %d", bit)
                        .isFalse();
            }
            payload[bit >> 3] ^= (byte) (1 << (bit & 7));
        }
        assertThat(MessageHeader.isIntact(payload, 0, size, crc)).isTrue();
        assertThat(MessageHeader.isBodyIntact(payload, 0, size, crc)).isTrue();
    }

    @Test
    void aTruncatedMessageIsNotWhole() {
        byte[] payload = message(100, 1, 2, 0, 3, 4, 5);
        assertThat(MessageHeader.isIntact(payload, 0, 39, crc)).isFalse();
        assertThat(MessageHeader.isIntact(payload, 0, 0, crc)).isFalse();
        assertThat(MessageHeader.isIntact(payload, 0, 99, crc)).isTrue();
        assertThat(MessageHeader.isBodyIntact(payload, 0, 99, crc)).isFalse();
    }

    @Test
    void zerosAreNoHeader() {
        assertThat(MessageHeader.isIntact(new byte[100], 0, 100, crc)).isFalse();
    }

    private byte[] message(int size, int run, int producer, int epoch, long sequence, long intended, long callStart) {
        byte[] payload = new byte[size];
        new Random(size).nextBytes(payload);
        MessageHeader.writeIdentity(payload, run, producer, epoch);
        int bodyCrc = MessageHeader.crcOf(payload, MessageHeader.BYTES, size - MessageHeader.BYTES, crc);
        MessageHeader.writeMessage(payload, sequence, intended, callStart, bodyCrc, crc);
        return payload;
    }
}
