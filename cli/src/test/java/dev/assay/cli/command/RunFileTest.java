package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.cli.command.RunFile.OfCard;
import dev.assay.cli.command.RunFile.OfRun;
import dev.assay.cli.command.RunFile.OfScenario;
import dev.assay.cli.command.RunFile.OfStudy;
import dev.assay.cli.hostile.ForeignRun;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a file's name decides its kind and its content has to fit: its author does not choose how far it is trusted. */
class RunFileTest {
    private static final String HOME = "assay.home";
    private static final Path CARD = Path.of("../results/referee/referee.card");
    private static final String STUDY = "study: small\ntitle: a small one\ntests: {}\n";

    @TempDir
    Path folder;

    private final ServerSocket server;

    RunFileTest() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @BeforeEach
    void ofThisFolder() {
        System.setProperty(HOME, folder.toString());
    }

    @AfterEach
    void nobodyHasConnected() throws IOException {
        System.clearProperty(HOME);
        try (server) {
            server.setSoTimeout(1);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    private String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** Returns a scenario with an address at which a server waits for connections. */
    private String scenario() {
        return "name: there\nsystems: { kafka: { deployment: existing, bootstrap.servers: '%s' } }\n"
                .formatted(address());
    }

    /** A device claims to have no bytes, and may never end. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aDeviceIsNoFileOfAnyKind() throws IOException {
        Path device = Files.createSymbolicLink(folder.resolve("endless.yaml"), Path.of("/dev/zero"));
        Path payload = file(
                "scenario.yaml",
                "name: p\nsystems: { memory: {} }\nworkload: { message: { payload: { file: endless.yaml } } }\n");
        for (String[] words : new String[][] {
            {"plan", device.toString()},
            {"run", device.toString()},
            {"plan", payload.toString()},
            {"import", "omb", device.toString()}
        }) {
            Ended ended = ProgramUnderTest.run(words);
            assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
            assertThat(ended.err()).contains("more than ");
        }
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Asserts that the file is refused in one sentence, and that nothing was made. */
    private void assertRefused(Path file, String sentence) throws IOException {
        Path out = folder.resolve("runs");
        Ended ended = ProgramUnderTest.run("run", file.toString(), "--yes", "--out", out.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(ended.err()).startsWith("assay: ").contains(sentence).hasLineCount(1);
        assertThat(ended.out()).isEmpty();
        assertThat(out).doesNotExist();
    }

    @Test
    void aScenarioThatIsCalledACardIsRefused() throws IOException {
        Path file = file("x.card", scenario());

        assertRefused(file, "x.card is refused: it is no card that this version of Assay reads");
    }

    @Test
    void aCardThatIsCalledAScenarioIsRefused() throws IOException {
        for (String name : new String[] {"x.yaml", "x.yml"}) {
            Path file = Files.copy(CARD, folder.resolve(name));

            assertRefused(file, "can't read the scenario " + file + ": it is not UTF-8 text");
        }
    }

    @Test
    void theFolderOfSomebodyElseIsRefused() throws IOException {
        Path run = ForeignRun.interrupted(folder.resolve("others"), scenario(), address());

        assertRefused(run, "make a card of it ('assay card " + run + "') and run that");
    }

    @Test
    void aFolderThatIsNoRunIsRefused() throws IOException {
        assertRefused(Files.createDirectory(folder.resolve("empty")), "empty is not a run directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.txt", "x.json", "report.html", "x"})
    void aFileOfNoSuchNameIsRefusedWhateverItHolds(String name) throws IOException {
        for (String text : new String[] {scenario(), STUDY}) {
            assertRefused(
                    file(name, text), name + ": expected a scenario or a study (a file .yaml or .yml), a card (.card)");
        }
    }

    @Test
    void whatIsNowhereIsRefused() throws IOException {
        assertRefused(folder.resolve("none.yaml"), "none.yaml: there is no such file");
        assertRefused(folder.resolve("none.card"), "none.card is refused: it is no file");
    }

    @Test
    void eachKindIsToldByItsNameAndWhatItHolds() throws IOException {
        assertThat(RunFile.of(file("a.yaml", scenario()).toString())).isInstanceOf(OfScenario.class);
        assertThat(RunFile.of(file("a.yml", STUDY).toString())).isInstanceOf(OfStudy.class);
        assertThat(RunFile.of(CARD.toString())).isInstanceOf(OfCard.class);
        assertThat(RunFile.of(folder.toString())).isEqualTo(new OfRun(folder));
    }

    /** Files take precedence over names, names over folders, and scenarios' names over studies'. */
    @Test
    void whatIsBothAFileAndANameIsTheFile() throws IOException {
        Path shipped = file("scenarios/src.yaml", scenario());
        file("studies/src.yaml", STUDY);
        Path study = file("studies/other.yaml", STUDY);
        file("scenarios/pom.xml.yaml", scenario());

        assertThat(Path.of("src")).isDirectory();
        assertThat(RunFile.of("src")).isEqualTo(new OfScenario(shipped, scenario()));
        assertThat(RunFile.of("other")).isEqualTo(new OfStudy(study, STUDY));
        assertThat(Path.of("pom.xml")).isRegularFile();
        assertThatThrownBy(() -> RunFile.of("pom.xml"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("pom.xml: expected a scenario");
    }

    @Test
    void aPlanIsOfTheSameFilesButNotOfARun() throws IOException {
        Path scenario = file("x.card", scenario());
        Path card = Files.copy(CARD, folder.resolve("x.yaml"));
        Path run = ForeignRun.interrupted(folder.resolve("others"), scenario(), address());
        for (Path path : Stream.of(scenario, card, run).toList()) {
            Ended ended = ProgramUnderTest.run("plan", path.toString());

            assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT.code());
            assertThat(ended.err()).contains(path.toString()).hasLineCount(1);
        }
    }
}
