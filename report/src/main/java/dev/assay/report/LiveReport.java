package dev.assay.report;

import dev.assay.report.page.LivePage;
import java.util.Map;

/** Renders the page of a run that goes on: a report's style and charts, whose values it gets from the server that it came from. */
public final class LiveReport {
    private LiveReport() {}

    /** The page as text; to be sent as UTF-8, with {@link #contentSecurityPolicy()} as a header. */
    public static String render(LivePage page) {
        return HtmlReport.page("live-page.jte", Map.of("page", page, "assets", Assets.ofLive()));
    }

    /** What the browser is to allow that page: its scripts and those of the report that it turns into, and that one server. */
    public static String contentSecurityPolicy() {
        return Assets.ofLive().liveContentSecurityPolicy(Assets.load());
    }
}
