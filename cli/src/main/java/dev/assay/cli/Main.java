package dev.assay.cli;

import static java.util.Map.entry;

import dev.assay.cli.command.CapacityCommand;
import dev.assay.cli.command.CardCommand;
import dev.assay.cli.command.CleanupCommand;
import dev.assay.cli.command.ClusterCommand;
import dev.assay.cli.command.CompareCommand;
import dev.assay.cli.command.DoctorCommand;
import dev.assay.cli.command.HelpCommand;
import dev.assay.cli.command.KubernetesCommand;
import dev.assay.cli.command.ListCommand;
import dev.assay.cli.command.PlanCommand;
import dev.assay.cli.command.PluginChoice;
import dev.assay.cli.command.ReportCommand;
import dev.assay.cli.command.RunCommand;
import dev.assay.cli.command.SelftestCommand;
import dev.assay.cli.command.VerifyCommand;
import dev.assay.cli.command.WorkerCommand;
import dev.assay.cli.omb.ImportCommand;
import dev.assay.cli.terminal.Terminal;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.exit.FatalError;
import dev.assay.run.secret.ProcessRedactor;
import dev.assay.worker.wire.AssayBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

@Command(
        name = "assay",
        description = {
            "Benchmarks messaging systems under the same load and a stated, verified durability level.",
            "Reports what it measured, how far the results can be trusted, and why."
        },
        versionProvider = Main.Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            CapacityCommand.class,
            VerifyCommand.class,
            PlanCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            CardCommand.class,
            ImportCommand.class,
            ClusterCommand.class,
            CleanupCommand.class,
            WorkerCommand.class,
            KubernetesCommand.class,
            DoctorCommand.class,
            ListCommand.class,
            SelftestCommand.class,
            HelpCommand.class
        },
        commandListHeading = "",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all trials are VALID (or DEGRADED, without --strict), or every condition of fail-if passed",
            " 2:the command line or the scenario is invalid, or asks for something unsupported or not permitted",
            " 3:this machine lacks something: a JDK, disk space, a free port, the network, a worker",
            " 4:the system under test did not start, died, could not be reached, or is run by others and was in trouble",
            " 5:at least one trial is INVALID, and no fail-if counts it",
            " 6:with --strict: at least one trial is DEGRADED",
            " 7:a verification failed: acknowledged messages were lost although the level claims otherwise",
            " 8:at least one verification is inconclusive or does not test the requested level, or all were refused; or a capacity search was abandoned; or a condition of fail-if is undecided; or runs were compared of which a side has fewer than three; or a run shows too little to be kept; or a figure of a card is neither reproduced nor contradicted",
            " 9:the self-test missed a fault that it had injected, or reported one that it had not",
            "10:the self-test could not judge an injected fault because the machine was busy",
            "11:a condition of fail-if failed, or a figure of a card is contradicted",
            "70:a bug in Assay",
            "130:interrupted by Ctrl-C (143: by SIGTERM)",
            "141:the program that reads standard output, such as head, has ended"
        })
public final class Main implements Callable<Integer> {
    /** Selects the bits of POSIX's {@code st_mode} that hold a file's type. */
    private static final int FILE_TYPE = 0170000;

    private static final int PIPE = 0010000;

    private static final String POD_KEY = "pods.%s in a fleet file, and --workers-on kubernetes:@FILE";

    /** Maps former commands and options to what replaces them. */
    private static final Map<String, String> FORMER = Map.ofEntries(
            entry("attach", "assay kubernetes attach RUN"),
            entry("calibrate", "assay doctor --calibrate"),
            entry("completion", "assay help --completion"),
            entry("cost", "assay report DIR --prices FILE"),
            entry("explain", "assay report DIR --verbose"),
            entry("fleet", "assay cleanup --workers-on PLACE"),
            entry("--image", POD_KEY.formatted("image")),
            entry("--pod-cpu", POD_KEY.formatted("cpu")),
            entry("--pod-memory", POD_KEY.formatted("memory")),
            entry("--pod-patience", POD_KEY.formatted("patience")),
            entry("--pod-deadline", POD_KEY.formatted("deadline")),
            entry("gate", "assay compare DIR... --baseline DIR|KEY=VALUE --fail-if CONDITION"),
            entry("history", "assay compare DIR... --in-order"),
            entry("index", "assay report CARD... --html FILE"),
            entry("scenarios", "assay list"),
            entry("schema", "assay list --schema"),
            entry("reproduce", "assay run NAME.card"),
            entry("study", "assay run NAME"),
            entry("--repeat", "--set repeat=N"),
            entry("--objective", "--set workload.rate.search.objectives.NAME=TIME"),
            entry("--precision", "--set workload.rate.search.precision=PERCENT"),
            entry("--scale-to-machine", "--set study.scale=machine"),
            entry("--once", "--set repeat=1"),
            entry("--fit", "--set study.scale=machine"),
            entry("--otlp", "--metrics PORT"));

    /** Maps the first command of each group in the help to the group's heading. */
    private static final Map<String, String> GROUPS = Map.of(
            "run", "Measure",
            "report", "Read results",
            "card", "Share",
            "cluster", "Machines and clusters",
            "list", "About Assay");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Main() {}

    @Override
    public Integer call() {
        Terminal.draw(spec.commandLine().getOut(), spec.commandLine().getUsageMessage());
        return ExitCode.OK.code();
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"assay " + AssayBuild.ofThisProcess().title()};
        }
    }

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT); // Values look the same everywhere: in some locales %d writes Arabic digits.
        Thread.setDefaultUncaughtExceptionHandler(
                new FatalError(error -> FailureReport.tell(error, Terminal.on(System.err)), System::exit));
        System.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        CommandLine line = commandLine();
        int code = execute(line, arguments);
        line.getOut().flush();
        if (!System.out.checkError()) {
            return code;
        }
        if (isPipe(Path.of("/dev/fd/1"))) {
            return code == ExitCode.OK.code() ? ExitCode.OUTPUT_CLOSED.code() : code;
        }
        line.getErr()
                .println(
                        "assay: could not write everything to standard output: the disk is full, or the terminal is gone");
        return code == ExitCode.OK.code() ? ExitCode.ENVIRONMENT.code() : code;
    }

    /** Tells whether a file is a pipe, whose writers fail only when its reader has ended. */
    static boolean isPipe(Path file) {
        try {
            return ((int) Files.getAttribute(file, "unix:mode") & FILE_TYPE) == PIPE;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    static int execute(CommandLine line, String... arguments) {
        // Messages repeat typed words, in which a URL may have become a path or an unknown option.
        ProcessRedactor.ofUris(List.of(arguments));
        for (int index = 0; index < arguments.length; index++) {
            String name = arguments[index].split("=", 2)[0];
            String now = FORMER.get(name);
            if (now != null && (index == 0 || arguments[0].equals("help") || name.startsWith("--"))) {
                line.getErr().println("'%s' is now '%s'".formatted(name, now));
                return ExitCode.BAD_INPUT.code();
            }
        }
        try {
            return line.execute(arguments);
        } catch (Error e) { // The command-line library handles exceptions only.
            return FailureReport.tell(e, line.getErr());
        }
    }

    /** Returns the command line with its help, output streams and failure handlers. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        UsageHelp.applyTo(line);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Main::inGroups);
        return line.setExecutionStrategy(parsed -> {
                    PluginChoice.load(parsed);
                    for (CommandLine command : parsed.asCommandLineList()) {
                        if (command.isUsageHelpRequested()) {
                            Terminal.draw(command.getOut(), command.getUsageMessage());
                            return ExitCode.OK.code();
                        }
                    }
                    return new RunLast().execute(parsed);
                })
                .setExecutionExceptionHandler(new FailureReport())
                .setParameterExceptionHandler(new CommandLineFailure())
                .setOut(Terminal.on(System.out))
                .setErr(Terminal.on(System.err))
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    private static String inGroups(Help help) {
        StringBuilder text = new StringBuilder();
        Map<String, Help> group = new LinkedHashMap<>();
        help.subcommands().forEach((name, command) -> {
            if (GROUPS.containsKey(name)) {
                text.append(help.commandList(group)).append("%n%s:%n".formatted(GROUPS.get(name)));
                group.clear();
            }
            group.put(name, command);
        });
        return text.append(help.commandList(group)).toString();
    }
}
