package dev.assay.architecture.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rules on documents: they are there, lead somewhere, and name what exists. */
final class DocumentRules {
    private static final Pattern LINK = Pattern.compile("(?<!`)\\[[^\\]]*\\]\\(([^)\\s#]+)[^)]*\\)");
    private static final Pattern SCHEME = Pattern.compile("[a-z]+:.*");
    private static final Pattern DECISION = Pattern.compile("docs/adr/(\\d{4})-[a-z0-9-]+\\.md");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final int MAX_DECISION_LINES = 40;

    private DocumentRules() {}

    /** Links within the project lead to something. */
    static List<Finding> links(ProjectTree tree) {
        List<Finding> findings = new ArrayList<>();
        for (TextFile file : tree.files()) {
            if (file.isOneOf(".md")) {
                LINK.matcher(file.text())
                        .results()
                        .filter(link -> !SCHEME.matcher(link.group(1)).matches())
                        .filter(link -> !tree.has(target(file, link)))
                        .forEach(link -> findings.add(
                                new Finding(file.path(), lineOf(file, link), "link to nowhere: " + link.group(1))));
            }
        }
        return findings;
    }

    private static String target(TextFile file, MatchResult link) {
        return Path.of(file.folder() + link.group(1)).normalize().toString();
    }

    private static int lineOf(TextFile file, MatchResult match) {
        return 1
                + (int) file.text()
                        .substring(0, match.start())
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    /** Decisions have numbers of their own, and are short, complete, and listed. */
    static List<Finding> decisions(ProjectTree tree) {
        List<Finding> findings = new ArrayList<>();
        String list = tree.text("docs/adr/README.md");
        Set<String> numbers = new HashSet<>();
        for (TextFile file : tree.files()) {
            var name = DECISION.matcher(file.path());
            if (name.matches()) {
                if (!numbers.add(name.group(1))) {
                    findings.add(new Finding(file.path(), 0, "another decision has the number " + name.group(1)));
                }
                findings.addAll(decision(file, list));
            } else if (file.path().startsWith("docs/adr/") && !file.name().equals("README.md")) {
                findings.add(new Finding(file.path(), 0, "a decision is named like 0001-what-it-is-about.md"));
            }
        }
        return findings;
    }

    private static List<Finding> decision(TextFile file, String list) {
        List<Finding> findings = new ArrayList<>();
        if (!list.contains("(" + file.name() + ")")) {
            findings.add(new Finding(file.path(), 0, "docs/adr/README.md has no link to it"));
        }
        if (file.lines().size() >= MAX_DECISION_LINES) {
            findings.add(new Finding(file.path(), 0, "a decision has fewer than " + MAX_DECISION_LINES + " lines"));
        }
        for (String part : List.of("## Context", "## Decision", "## Consequences")) {
            if (!file.lines().contains(part)) {
                findings.add(new Finding(file.path(), 0, "the part '" + part + "' is missing"));
            }
        }
        return findings;
    }

    /** The documents that every reader looks for. */
    static List<Finding> frontDocuments(ProjectTree tree) {
        return Stream.of("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE")
                .filter(path -> tree.text(path).isBlank())
                .map(path -> new Finding(path, 0, "missing or empty"))
                .toList();
    }

    /** There is always a place for the next change. */
    static List<Finding> changelog(ProjectTree tree) {
        return tree.text("CHANGELOG.md").lines().anyMatch("## [Unreleased]"::equals)
                ? List.of()
                : List.of(new Finding("CHANGELOG.md", 0, "the section '## [Unreleased]' is missing"));
    }

    /** ARCHITECTURE.md names every module of the build. */
    static List<Finding> modulesAreDescribed(ProjectTree tree) {
        String described = tree.text("ARCHITECTURE.md");
        return MODULE.matcher(tree.text("pom.xml"))
                .results()
                .map(module -> module.group(1))
                .filter(module -> !described.contains("`" + module + "`"))
                .map(module -> new Finding("ARCHITECTURE.md", 0, "does not name the module `" + module + "`"))
                .toList();
    }

    /** Each scenario that is shipped is introduced to its reader. */
    static List<Finding> scenariosAreIntroduced(ProjectTree tree) {
        String introductions = tree.text("README.md") + tree.text("scenarios/README.md");
        return tree.files().stream()
                .filter(file -> file.path().matches("scenarios/[^/]+\\.ya?ml"))
                .filter(file -> !introductions.contains(file.name()))
                .map(file -> new Finding(file.path(), 0, "neither README.md nor scenarios/README.md mentions it"))
                .toList();
    }

    /** The user's documents show every command of the command line. */
    static List<Finding> commandsAreDescribed(ProjectTree tree, List<String> commands) {
        String documents = tree.files().stream()
                .filter(file -> file.path().equals("README.md") || file.path().matches("docs/[^/]+\\.md"))
                .map(TextFile::text)
                .reduce("", String::concat);
        return commands.stream()
                .filter(command -> !Pattern.compile("\\bassay " + Pattern.quote(command) + "\\b")
                        .matcher(documents)
                        .find())
                .map(command -> new Finding("README.md", 0, "neither it nor docs/ shows 'assay " + command + "'"))
                .toList();
    }
}
