package dev.assay.worker.wire;

import dev.assay.driver.DriverConfig;
import java.util.List;

/** Whether a client takes settings: to a {@link dev.assay.worker.SettingsCheck}, on its standard input. */
public record SettingsQuestion(List<DriverConfig> proposals) {
    /**
     * What it answers.
     *
     * @param client its name and version
     * @param problems sentences for each of the proposals, in their order; none where the client takes it
     */
    public record Answer(String client, List<List<String>> problems) {
        public Answer {
            problems = List.copyOf(problems);
        }
    }

    public SettingsQuestion {
        proposals = List.copyOf(proposals);
    }
}
