package dev.assay.driver.memory.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
    private static final List<Integer> SIZES = List.of(0, 1, 100, 65_531, 65_536, 65_537, 1, 5_000_000, 3, 200_000, 0);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 65_536, 10_000_000})
    void framesOfAllSizesComeAsTheyWereWrittenHoweverTheyAreCut(int mostAtOnce) throws IOException {
        FrameReader reader = new FrameReader(cut(written(), mostAtOnce));

        for (int size : SIZES) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.type()).isEqualTo(FrameType.SEND);
            byte[] body = new byte[reader.body().remaining()];
            reader.body().get(body);
            assertThat(Arrays.equals(body, bytes(size)))
                    .as("a body of %d bytes", size)
                    .isTrue();
        }
        assertThat(reader.next()).isFalse();
    }

    @Test
    void aFrameThatIsCutOffIsNoEnd() throws IOException {
        byte[] whole = written();
        FrameReader reader = new FrameReader(new ByteArrayInputStream(whole, 0, whole.length - 2));
        for (int frame = 1; frame < SIZES.size(); frame++) {
            assertThat(reader.next()).isTrue();
        }

        assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
    }

    @Test
    void whatIsNoFrameIsRefused() {
        assertThatThrownBy(() -> new FrameReader(
                                new ByteArrayInputStream("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII)))
                        .next())
                .hasMessage("a frame of 1195725856 bytes");
        assertThatThrownBy(() -> new FrameReader(new ByteArrayInputStream(new byte[] {0, 0, 0, 1, 99})).next())
                .hasMessage("a frame of the unknown type 99");
    }

    @Test
    void aWriterThatCannotWriteSaysSoToWhoeverAdds() throws Exception {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("broken");
            }
        };
        try (FrameWriter writer = new FrameWriter(broken, "test")) {
            writer.write(frames -> frames.put(FrameType.OK));
            writer.awaitEnd();

            assertThatThrownBy(() -> writer.write(frames -> frames.put(FrameType.OK)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the connection was lost: broken");
        }
    }

    @Test
    void whatWaitsWhenAWriterIsClosedIsStillWritten() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FrameWriter writer = new FrameWriter(out, "test");
        for (int number = 0; number < 1_000; number++) {
            writer.send(number, null, bytes(5_000));
        }
        writer.close();
        writer.awaitEnd();

        FrameReader reader = new FrameReader(new ByteArrayInputStream(out.toByteArray()));
        for (int number = 0; number < 1_000; number++) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.body().getInt()).isEqualTo(number);
        }
        assertThat(reader.next()).isFalse();
        assertThatThrownBy(() -> writer.send(1, null, bytes(1))).hasMessage("the connection was closed");
    }

    private static byte[] written() throws IOException {
        FrameBuffer buffer = new FrameBuffer();
        for (int size : SIZES) {
            buffer.begin(FrameType.SEND);
            buffer.putBytes(bytes(size));
            buffer.end();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        buffer.writeTo(out);
        assertThat(buffer.size()).isZero();
        return out.toByteArray();
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new SplittableRandom(size).nextBytes(bytes);
        return bytes;
    }

    private static InputStream cut(byte[] bytes, int mostAtOnce) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, mostAtOnce));
            }
        };
    }
}
