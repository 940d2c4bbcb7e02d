package dev.assay.host.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {
    private static BoundedLines lines(String text) {
        return new BoundedLines(new StringReader(text), 5);
    }

    @Test
    void linesEndAsTheyDoOnAnySystem() throws Exception {
        BoundedLines lines = lines("one\n\ntwo\r\nthree\nlast");

        for (String line : new String[] {"one", "", "two", "three", "last"}) {
            assertThat(lines.next()).isEqualTo(line);
            assertThat(lines.isCut()).isFalse();
        }
        assertThat(lines.next()).isNull();
    }

    @Test
    void ofALongerLineTheBeginningIsReturned() throws Exception {
        BoundedLines lines = lines("123456789\nnext\n123456");

        assertThat(lines.next()).isEqualTo("12345");
        assertThat(lines.isCut()).isTrue();
        assertThat(lines.next()).isEqualTo("next");
        assertThat(lines.isCut()).isFalse();
        assertThat(lines.next()).isEqualTo("12345");
        assertThat(lines.isCut()).isTrue();
        assertThat(lines.next()).isNull();
        assertThat(lines.isCut()).isFalse();
    }

    @Test
    void aLineThatNeverEndsIsReturnedAtOnce() throws Exception {
        BoundedLines lines = new BoundedLines(new Endless(), 1000);

        assertThat(lines.next()).isEqualTo("x".repeat(1000));
        assertThat(lines.isCut()).isTrue();
    }

    private static final class Endless extends Reader {
        @Override
        public int read(char[] characters, int offset, int length) {
            Arrays.fill(characters, offset, offset + length, 'x');
            return length;
        }

        @Override
        public void close() throws IOException {
            // Nothing is open.
        }
    }
}
