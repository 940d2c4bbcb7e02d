package dev.assay.architecture.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Checks rules on the project's files, and that each rule finds what breaks it. */
class ProjectTextTest {
    private static final ProjectTree TREE = ProjectTree.ofThisProject();

    /**
     * Forbids a pattern in lines.
     *
     * @param files pattern of the paths to which the rule applies
     * @param broken a line that breaks the rule
     * @param right a line that does not
     */
    record LineRule(String name, String files, Pattern forbidden, String broken, String right) {
        List<String> findings(Map<String, String> texts) {
            List<String> findings = new ArrayList<>();
            texts.forEach((path, text) -> {
                String[] lines = text.split("\n", -1);
                for (int line = 0; path.matches(files) && line < lines.length; line++) {
                    if (forbidden.matcher(lines[line]).find()) {
                        findings.add(path + ":" + (line + 1) + ": " + name);
                    }
                }
            });
            return findings;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static LineRule rule(String name, String files, String forbidden, String broken, String right) {
        return new LineRule(name, files, Pattern.compile(forbidden), broken, right);
    }

    /** Splits the rules' words, or this file would break them. */
    static final List<LineRule> RULES = List.of(
            rule("unfinished work", ".*", "\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b", "// TO" + "DO: later", "dir.XXXXXX"),
            rule(
                    "a folder of some machine",
                    ".*",
                    "(?<![\\w.$}])/(root/|home/\\w+/|Users/\\w+/)",
                    "see /ho" + "me/jo/x",
                    "module/root/x $HOME/x https://a.b/c/home/x/y"),
            rule(
                    "a vendor's word outside of systems/ and omb/: ask the MessagingSystem or the driver",
                    "(?!(systems|omb|bench|dist)/).*/src/main/.*",
                    "(?i)kaf" + "ka|pul" + "sar|rab" + "bit|book" + "(ie|keeper)|zoo" + "keeper|er" + "lang|am"
                            + "qps?:",
                    "case \"kaf" + "ka\" -> 1;",
                    "case \"memory\" -> 1;"),
            rule(
                    "a sleep: wait for the condition instead",
                    ".*\\.java",
                    "\\b(Thread|SECONDS|MILLISECONDS|NANOSECONDS)\\.sl" + "eep\\(",
                    "Thread.sl" + "eep(1);",
                    "Eventually.holds(done);"),
            rule(
                    "a POM adds a repository: whoever runs it could put anything in",
                    "(.*/)?pom\\.xml",
                    "<(repositor(y|ies)|pluginRepositor(y|ies))>",
                    "<pluginRepositories>",
                    "<localRepository>"),
            rule(
                    "a package that nobody owns: whoever registers its name decides what that runs (docs/RELEASING.md)",
                    ".*",
                    "\\b(pip3?|pipx|uvx?)( [\\w-]+)* assay[-_]ben" + "ch(?![\\w.-]*\\.whl)",
                    "pip install assay-ben" + "ch",
                    "pip install dist/target/release/assay_ben" + "ch-*.whl"));

    @ParameterizedTest
    @FieldSource("RULES")
    void noLineHasWhatItMustNot(LineRule rule) {
        assertThat(rule.findings(TREE.files())).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("RULES")
    void aLineThatBreaksARuleIsFound(LineRule rule) {
        String path = TREE.files().keySet().stream()
                .filter(file -> file.matches(rule.files()))
                .findFirst()
                .orElseThrow();
        assertThat(rule.findings(Map.of(path, rule.right() + "\n" + rule.broken())))
                .containsExactly(path + ":2: " + rule.name());
    }

    @Test
    void linksLeadSomewhere() {
        assertThat(brokenLinks("docs/A.md", "[a](../README.md#top) [b](https://example.org/x) [c](gone.md)"))
                .containsExactly("docs/A.md: gone.md");
        assertThat(TREE.files().entrySet().stream()
                        .filter(file -> file.getKey().endsWith(".md"))
                        .flatMap(file -> brokenLinks(file.getKey(), file.getValue()).stream()))
                .isEmpty();
    }

    private static List<String> brokenLinks(String path, String text) {
        Path folder = TREE.root().resolve(path).resolveSibling("");
        return Pattern.compile("(?<!`)\\[[^\\]]*\\]\\((?![a-z]+:)([^)\\s#]+)[^)]*\\)")
                .matcher(text)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !Files.exists(folder.resolve(link)))
                .map(link -> path + ": " + link)
                .toList();
    }

    @Test
    void mavenIsFetchedEncryptedAndByItsDigest() {
        assertThat(TREE.text(".mvn/wrapper/maven-wrapper.properties"))
                .containsPattern("(?m)^distributionUrl=https://\\S+$")
                .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
    }

    /** The default client of each driver must be among those with digests in its system's folder. */
    @Test
    void defaultClientsHaveDigests() {
        List<String> drivers = TREE.files().keySet().stream()
                .filter(path -> path.endsWith("/src/main/resources/META-INF/assay/driver.properties"))
                .toList();
        assertThat(drivers).hasSizeGreaterThan(3);
        assertThat(drivers).allSatisfy(path -> {
            String pins = TREE.text(path.replace("driver.properties", "artifact-digests.txt"));
            assertThat(clients(TREE.text(path)))
                    .allSatisfy(client -> assertThat(pins).containsPattern("(?m)^[0-9a-f]{64} " + client + "$"));
        });
    }

    private static Stream<String> clients(String properties) {
        String version = value(properties, "client.version");
        return Arrays.stream(value(properties, "client.coordinates").split(",", -1))
                .map(String::strip)
                .filter(client -> !client.isEmpty())
                .map(client -> client.split(":", -1).length == 2 ? client + ":" + version : client);
    }

    /** Returns the property's value, with the root POM's properties in place of @name@. */
    private static String value(String properties, String key) {
        Matcher line = Pattern.compile("(?m)^" + key + "=(.*)$").matcher(properties);
        String value = line.find() ? line.group(1).strip() : "";
        return Pattern.compile("@([^@]+)@")
                .matcher(value)
                .replaceAll(name -> TREE.text("pom.xml").replaceFirst("(?s).*<" + name.group(1) + ">([^<]+)<.*", "$1"));
    }
}
