package dev.assay.cli.command;

import dev.assay.cli.terminal.Terminal;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.unit.ByteSize;
import dev.assay.run.preflight.DataConsent;
import dev.assay.scenario.plan.Plan;
import picocli.CommandLine.Option;

/** How much may be asked of clusters that Assay did not start. */
final class ConsentChoice {
    @Option(
            names = "--max-data",
            paramLabel = "SIZE",
            defaultValue = "10 GB",
            description = {
                "Asks before writing more than SIZE to clusters that Assay did not start, counting all copies and",
                "trials (default: 10 GB), and before asking much of them at once; without a terminal to ask on, such a",
                "run is refused (exit code 2)."
            })
    private String maxData = "10 GB";

    static final String YES = "--yes";

    @Option(
            names = YES,
            description =
                    "Does not ask, neither before a card is run nor whatever is asked of clusters that Assay did not start.")
    private boolean yes;

    /** Whether nobody is to be asked. */
    boolean isGiven() {
        return yes;
    }

    /** Asks where a plan asks for more. */
    void check(Plan plan) {
        ByteSize max = CommandFailure.reading("--max-data: ", () -> ByteSize.parse(maxData));
        new DataConsent(max, yes).check(plan, Terminal::confirm);
    }
}
