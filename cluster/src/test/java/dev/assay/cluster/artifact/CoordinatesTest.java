package dev.assay.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatesTest {
    @ParameterizedTest
    @ValueSource(strings = {"g:a:1", "a.b:c-d_2.13:1.0-x+y", "g:a:tar.gz:1", "g:a:tar.gz:bin:1"})
    void textIsReadAndWrittenAlike(String text) {
        assertThat(Coordinates.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g:a", "g:a:", ":a:1", "g:a:1:2:3:4", "g:a/b:1", "g:..:1", "g:a:1 2"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Coordinates.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Maven coordinates");
    }
}
