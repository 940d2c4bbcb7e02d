package dev.assay.architecture.modules;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

final class PomEdges {
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern OWN_ARTIFACT =
            Pattern.compile("<groupId>dev\\.assay</groupId>\\s*<artifactId>([^<]+)</artifactId>");

    private PomEdges() {}

    /** Returns this project's artifacts that the module needs for more than its tests. */
    static List<String> of(String pom) {
        return DEPENDENCY
                .matcher(pom)
                .results()
                .map(MatchResult::group)
                .filter(dependency -> !dependency.contains("<scope>test</scope>"))
                .flatMap(dependency -> OWN_ARTIFACT.matcher(dependency).results())
                .map(match -> match.group(1))
                .toList();
    }
}
