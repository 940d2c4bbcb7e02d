package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.result.TrialHost;
import dev.assay.core.result.Verdict.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which machines are judged; their limits are with the other rules in {@link JudgeTest}. */
class MachineRulesTest {
    private final Case trial = new Case();

    private List<String> causes() {
        return trial.verdict().reasons().stream().map(Reason::cause).toList();
    }

    @Test
    void aMachineElsewhereIsNamedThoughItIsTheOnlyOne() {
        trial.hosts = List.of(Case.host("load-1", 0.97, 0.13, 0.02));
        assertThat(causes()).containsExactly("the processors of host load-1 were busy 97 % of the measured phase");
    }

    @Test
    void aCoordinatorThatOnlyCoordinatesIsNotJudgedByItsMachine() {
        trial.hosts = List.of(Case.host("coordinator", 0.99, 0.3, 0.5), Case.host("load-1", 0.6, 0.13, 0.02));
        TrialHost elsewhere = new TrialHost("load-1", "load-1", List.of("w1"), 0, 0, 0);
        trial.machines = List.of(new TrialHost("coordinator", "desk", List.of(), 0, 0, 0), elsewhere);
        assertThat(causes()).isEmpty();

        trial.machines = List.of(new TrialHost("coordinator", "desk", List.of(), 3, 0, 0), elsewhere);
        assertThat(causes())
                .contains("the processors of host coordinator were busy 99 % of the measured phase")
                .noneMatch(cause -> cause.contains("load-1"));
        trial.machines = List.of(new TrialHost("coordinator", "desk", List.of("w1"), 0, 0, 0));
        assertThat(causes()).hasSize(3).allMatch(cause -> cause.contains("coordinator"));
    }
}
