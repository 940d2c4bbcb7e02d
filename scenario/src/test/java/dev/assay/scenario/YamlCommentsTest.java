package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YamlCommentsTest {
    @Test
    void commentsAreLeftOutAndValuesStay() {
        String text = """
                # made by somebody
                name: one   # on a machine 𝄞
                  # deeper
                says: "no # comment 𝄞"
                list: [a, 'b # c']
                """;

        assertThat(YamlComments.removed(text)).isEqualTo("""
                name: one
                says: "no # comment 𝄞"
                list: [a, 'b # c']
                """);
        assertThat(YamlComments.removed("a: 1")).isEqualTo("a: 1\n");
    }

    @Test
    void ofWhatIsNoYamlAllThatMayBeOneGoes() {
        assertThat(YamlComments.removed("a: 'b # c'\n{{ # d\n")).doesNotContain("d");
    }
}
