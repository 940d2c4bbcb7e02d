package dev.assay.cli.command;

import dev.assay.cli.run.PlanText;
import dev.assay.core.scenario.text.ScenarioException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what a run would do, and runs nothing. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description =
                "Prints the trials that a scenario asks for, how long they take and what they need; runs nothing.")
public final class PlanCommand implements Callable<Integer> {
    @Mixin
    private ScenarioOptions scenario = new ScenarioOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException {
        String text = PlanText.of(scenario.read(scenario.text()).plan());
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
