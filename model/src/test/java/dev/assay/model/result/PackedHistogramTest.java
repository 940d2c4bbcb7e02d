package dev.assay.model.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PackedHistogramTest {
    @Test
    void whatAssayRecordsIsRead() throws Exception {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(7_000_000, 40);
        histogram.recordValue(Long.MAX_VALUE / 2);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        byte[] packed = new byte[histogram.encodeIntoCompressedByteBuffer(buffer)];
        buffer.get(0, packed);

        assertThat(PackedHistogram.unpack(packed)).isEqualTo(histogram);
    }

    @Test
    void aBombIsRefusedBeforeItTakesMemory() {
        assertThatThrownBy(() -> PackedHistogram.unpack(bomb(Integer.MAX_VALUE, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("8388608 bytes")
                .hasMessageContaining("2147483647 unpacked");
        assertThatThrownBy(() -> PackedHistogram.unpack(bomb(16, 5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 4 digits");
    }

    /** HdrHistogram takes eight bytes for each count. */
    @Test
    void whatUnpackingTakesIsKnownBefore() throws Exception {
        for (long highest : new long[] {1, 2047, 2048, 1_000_000_000, Long.MAX_VALUE / 2}) {
            Histogram histogram = new Histogram(3);
            histogram.recordValue(highest);
            ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            byte[] packed = new byte[histogram.encodeIntoCompressedByteBuffer(buffer)];
            buffer.get(0, packed);

            Histogram unpacked = PackedHistogram.unpack(packed);
            long countsBytes = unpacked.getEstimatedFootprintInBytes() - 512L;
            assertThat(PackedHistogram.unpackedBytes(packed)).isBetween(countsBytes, countsBytes + 200_000);
        }
        assertThat(PackedHistogram.unpackedBytes(bomb(16, 3))).isLessThan(500_000);
        assertThatThrownBy(() -> PackedHistogram.unpackedBytes(bomb(16, 4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("workers record with 3 digits of precision, but a histogram has 4");
    }

    @Test
    void whatIsCutIsNoHistogram() {
        assertThatThrownBy(() -> PackedHistogram.unpack(new byte[6])).isInstanceOf(DataFormatException.class);
        assertThatThrownBy(() -> PackedHistogram.unpack(new byte[60])).isInstanceOf(DataFormatException.class);
    }

    private static byte[] bomb(int lengthBytes, int digits) {
        byte[] plain = ByteBuffer.allocate(1 << 20)
                .putInt(0x1c849313)
                .putInt(lengthBytes)
                .putInt(0)
                .putInt(digits)
                .putLong(1)
                .putLong(Long.MAX_VALUE)
                .putDouble(1)
                .array();
        byte[] packed = new byte[1 << 16];
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(plain);
            deflater.finish();
            int length = deflater.deflate(packed, 8, packed.length - 8);
            ByteBuffer.wrap(packed).putInt(0x1c849314).putInt(length);
        }
        return packed;
    }
}
