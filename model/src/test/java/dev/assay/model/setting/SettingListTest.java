package dev.assay.model.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingListTest {
    private static final SettingList LIST = SettingList.parse("""
                    # names of: some-client
                    # releases: 2.8.2, 3.10.0
                    a
                    b
                    # in earlier releases only:
                    old
                    """);

    @Test
    void aListSaysWhatItWasTakenFrom() {
        assertThat(LIST.releases()).isEqualTo(List.of("2.8.2", "3.10.0"));
        assertThat(LIST.newest()).isEqualTo(Set.of("a", "b"));
        assertThat(LIST.names().entries()).containsExactly("a", "b", "old");
        assertThat(LIST.names().knownTo()).isEqualTo("some-client (2.8.2 to 3.10.0)");
    }

    @ParameterizedTest
    @CsvSource({
        "2.8.2, true",
        "2.8.10, true",
        "3.9.9, true",
        "3.10.0, true",
        "2.8.1, false",
        "3.10.1, false",
        "4, false",
        "installed, false",
        "3.9.0-rc1, false",
    })
    void onlyReleasesThatWereLookedUpAreHeldToTheList(String version, boolean covered) {
        assertThat(LIST.names(version).takes("neu")).isEqualTo(!covered);
        assertThat(LIST.names(version).takes("old")).isTrue();
    }

    @Test
    void aListOfNothingIsRefused() {
        assertThatThrownBy(() -> SettingList.parse("# releases: 1.0\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a list of names has at least one release and one name");
    }
}
