package dev.assay.model.display;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
    @ParameterizedTest
    @ValueSource(
            ints = {0x1b, 0x07, 0x08, '\r', 0x00, 0x7f, 0x9b, 0x85, 0x202e, 0x2066, 0x200f, 0x200b, 0xfeff, 0x2028})
    void whatDoesSomethingToATerminalIsWrittenOut(int point) {
        String text = "a" + Character.toString(point) + "b";

        assertThat(VisibleText.of(text)).isEqualTo("a\\u%04xb", point);
    }

    @Test
    void everythingElseStays() {
        String text = "1\u202f000 µs, 日本, 𝄞\n\tnext";

        assertThat(VisibleText.of(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1"})
    void whatASpreadsheetWouldRunIsNoFormula(String text) {
        assertThat(SpreadsheetCell.of(text)).isEqualTo("'" + text);
        assertThat(SpreadsheetCell.read(SpreadsheetCell.of(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "memory", "'quoted'", "a=b", "'"})
    void otherTextsStayAsTheyAre(String text) {
        assertThat(SpreadsheetCell.of(text)).isEqualTo(text);
        assertThat(SpreadsheetCell.read(text)).isEqualTo(text);
    }
}
