package dev.assay.worker.wire;

import dev.assay.driver.DriverConfig;
import java.util.List;

/** Asks whether a client takes settings; sent to a {@link dev.assay.worker.SettingsCheck} on its standard input. */
public record SettingsQuestion(List<DriverConfig> proposals) {
    /**
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
