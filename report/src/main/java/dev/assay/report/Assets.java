package dev.assay.report;

import dev.assay.model.resource.TextResource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Holds the style and scripts that a page contains.
 *
 * @param library the chart library; empty where a page draws no charts
 * @param script draws the charts with the library
 */
public record Assets(String style, String library, String script) {
    /** Names the build of ECharts with lines, bars and the components that the page uses; the full one is 0.4 MB larger. */
    private static final String ECHARTS = "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.common.min.js";

    private static final List<String> SCRIPTS = List.of(
            "theme.js",
            "units.js",
            "cursor.js",
            "time-charts.js",
            "curve-charts.js",
            "heat-charts.js",
            "charts.js",
            "download.js",
            "page.js");

    private static final List<String> LIVE_SCRIPTS = List.of(
            "theme.js",
            "units.js",
            "cursor.js",
            "time-charts.js",
            "curve-charts.js",
            "heat-charts.js",
            "download.js",
            "live.js");

    static Assets load() {
        return of(TextResource.of(Assets.class, ECHARTS), SCRIPTS);
    }

    /** Returns the assets of a live page: the same charts, fed by a server. */
    static Assets ofLive() {
        return of(TextResource.of(Assets.class, ECHARTS), LIVE_SCRIPTS);
    }

    static Assets ofIndex() {
        return of("", List.of());
    }

    private static Assets of(String library, List<String> scripts) {
        String script = scripts.stream()
                .map(name -> TextResource.of(Assets.class, name))
                .collect(Collectors.joining("\n"));
        return new Assets(
                TextResource.of(Assets.class, "report.css"),
                library,
                "(function () {\n'use strict';\n" + script + "})();\n");
    }

    /**
     * Returns the policy for the browser: it allows these two scripts, by their digests, and no others, and no network at all. Text from a
     * scenario could therefore do no harm even if it were not escaped.
     */
    public String contentSecurityPolicy() {
        return policy(library, script);
    }

    /**
     * Returns the policy of a live page, which asks the server that it came from, is in no frame, and turns into the report,
     * whose script it allows.
     */
    String liveContentSecurityPolicy(Assets report) {
        return policy(library, script, report.script) + "; connect-src 'self'; frame-ancestors 'none'";
    }

    private static String policy(String... scripts) {
        String digests =
                Arrays.stream(scripts).map(each -> "'" + digest(each) + "'").collect(Collectors.joining(" "));
        return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src " + digests
                + "; base-uri 'none'; form-action 'none'";
    }

    private static String digest(String script) {
        try {
            byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(sha256);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256, but this one has not", e);
        }
    }
}
