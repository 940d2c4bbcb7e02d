package dev.assay.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.hostile.HostileBroker.Place;
import dev.assay.model.display.VisibleText;
import dev.assay.run.coordinator.IntervalSink;
import dev.assay.run.coordinator.TrialFailedException;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.run.coordinator.TrialOutcome;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that trials report arbitrary texts of systems, as much of them as anybody can read. */
@Timeout(300)
class HostileBrokersTest {
    private static final IntervalSink DEAF = interval -> {};
    private static final LyingWorker.Lies NONE = LyingWorker.Lies.of(Stream::of);

    /** Does not fit into a message between worker and coordinator. */
    private static final String ENDLESS = HostileText.POISON.repeat(40_000);

    private static TrialOutcome run(HostileBroker broker) throws Exception {
        return HostileTrial.run(NONE, broker, DEAF);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPEN", "CREATE", "PRODUCE", "CONSUME", "SETTINGS"})
    void anEndlessErrorIsTold(Place place) {
        assertThatThrownBy(() -> run(HostileBroker.failing(place, ENDLESS, false)))
                .isInstanceOfSatisfying(TrialFailedException.class, failure -> {
                    assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.SYSTEM);
                    assertThat(failure)
                            .hasMessageContaining("=cmd|")
                            .hasMessageContaining("(" + ENDLESS.length() + " characters in all)")
                            .hasMessageContaining("seen by worker w1");
                    assertThat(failure.getMessage()).hasSizeLessThan(6000);
                });
    }

    @Test
    void aClientThatCrashesIsTheWorkersTrouble() {
        assertThatThrownBy(() -> run(HostileBroker.failing(Place.CREATE, ENDLESS, true)))
                .isInstanceOfSatisfying(TrialFailedException.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(Kind.WORKER);
                    assertThat(failure).hasMessageContaining("the worker has failed: java.lang.IllegalStateException");
                    assertThat(failure.getMessage()).hasSizeLessThan(9000);
                });
    }

    @Test
    void topicsThatCannotBeDeletedAreAWarningOfAnyLength() throws Exception {
        assertThat(run(HostileBroker.failing(Place.DELETE, ENDLESS, false)).warnings())
                .singleElement()
                .asString()
                .startsWith("cleanup was incomplete: =cmd|")
                .hasSizeLessThan(5000);
    }

    @Test
    void settingsAreShortenedAndElseAsTheyWereTold() throws Exception {
        TrialOutcome outcome = run(HostileBroker.telling(
                Map.of("broker", Map.of("endless", ENDLESS, HostileText.POISON, HostileText.POISON))));

        Map<String, String> told = outcome.config().groups().getOrDefault("broker", Map.of());
        assertThat(told).containsEntry(HostileText.POISON, HostileText.POISON);
        assertThat(told.get("endless")).hasSizeLessThan(5000).contains("characters in all)");
        assertThat(VisibleText.of(HostileText.POISON)).doesNotContain("\u001b");
    }

    static Stream<Map<String, Map<String, String>>> tooMany() {
        Map<String, String> settings = new TreeMap<>();
        Map<String, Map<String, String>> groups = new TreeMap<>();
        for (int number = 0; number < 100_000; number++) {
            settings.put("setting-" + number, "value");
            groups.put("group-of-one-setting-" + number, Map.of("a", "b"));
        }
        return Stream.of(Map.of("broker", settings), groups);
    }

    @ParameterizedTest
    @MethodSource("tooMany")
    void moreSettingsThanAnySystemHasAreRefused(Map<String, Map<String, String>> settings) {
        assertThatThrownBy(() -> run(HostileBroker.telling(settings)))
                .isInstanceOfSatisfying(TrialFailedException.class, failure -> {
                    assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.SYSTEM);
                    assertThat(failure)
                            .hasMessageContaining("B of effective settings, but a run keeps at most 1048576 B");
                });
    }
}
