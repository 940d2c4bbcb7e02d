package dev.assay.model.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DurabilityStatementTest {
    @Test
    void aLevelThatHoldsIsJustItsName() {
        DurabilityStatement statement = DurabilityStatement.giving(
                DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_1, List.of("beside the point"));

        assertThat(statement)
                .hasToString("level-1 (replicated and synced)")
                .returns("level-1", DurabilityStatement::label)
                .returns("level-1 (replicated and synced)", DurabilityStatement::brief);
        assertThat(statement.weakened()).isFalse();
        assertThat(statement.meaning()).isEqualTo(DurabilityLevel.LEVEL_1.meaning());
    }

    @Test
    void aLevelThatIsWeakenedSaysByWhatAndWhatIsLeft() {
        DurabilityStatement statement =
                DurabilityStatement.giving(DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_4, List.of("a=1", "b=2"));

        assertThat(statement)
                .hasToString("level-1 (replicated and synced; effective level-4, in memory, because of a=1 and b=2)");
        assertThat(statement.label()).isEqualTo("level-4");
        assertThat(statement.namedLabel()).isEqualTo("level-4 (in memory)");
        assertThat(statement.brief()).isEqualTo("level-4 (in memory; asked: level-1, replicated and synced)");
        assertThat(statement.weakened()).isTrue();
    }

    @Test
    void aLevelWithOneOfTwoPropertiesSwappedIsWeakened() {
        assertThat(DurabilityStatement.giving(DurabilityLevel.LEVEL_3, DurabilityLevel.LEVEL_2, List.of("a"))
                        .weakened())
                .isTrue();
        assertThat(DurabilityStatement.giving(DurabilityLevel.LEVEL_2, DurabilityLevel.LEVEL_1, List.of("a=1")))
                .hasToString("level-2 (replicated; effective level-1, replicated and synced, because of a=1)")
                .returns(false, DurabilityStatement::weakened);
    }

    @Test
    void helpNamesAllLevels() {
        String last = DurabilityLevel.LEVEL_4.named();
        String otherLevels = Arrays.stream(DurabilityLevel.values())
                .map(DurabilityLevel::named)
                .filter(level -> !level.equals(last))
                .collect(Collectors.joining(", "));
        assertThat(DurabilityLevel.ALL).isEqualTo(otherLevels + " or " + last);
    }

    @Test
    void noLevelAtAllIsNamedSo() {
        assertThat(DurabilityStatement.givingNothing(DurabilityLevel.LEVEL_4, List.of("acks=0")))
                .hasToString("level-4 (in memory; no effective level, because of acks=0)")
                .returns("no level", DurabilityStatement::label)
                .returns("no level", DurabilityStatement::namedLabel)
                .returns("acknowledged before any node has it", DurabilityStatement::meaning);
    }

    @Test
    void whatIsNotKnownIsNotGuessed() {
        assertThat(DurabilityStatement.notKnown(DurabilityLevel.LEVEL_1, "whether they sync"))
                .hasToString("level-1 (replicated and synced; not known: whether they sync)")
                .returns("level-1?", DurabilityStatement::label)
                .returns("level-1? (replicated and synced)", DurabilityStatement::brief)
                .returns(false, DurabilityStatement::weakened);
    }

    @Test
    void aDifferenceNeedsItsReason() {
        assertThatThrownBy(
                        () -> DurabilityStatement.giving(DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_2, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("reasons must say why the level is not level-1");
        assertThatThrownBy(() -> new DurabilityStatement(
                        DurabilityLevel.LEVEL_1, false, Optional.of(DurabilityLevel.LEVEL_2), List.of("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not known");
    }
}
