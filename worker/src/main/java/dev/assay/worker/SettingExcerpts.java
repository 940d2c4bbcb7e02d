package dev.assay.worker;

import dev.assay.driver.DriverException;
import dev.assay.model.display.Excerpt;
import dev.assay.model.result.EffectiveConfig;
import dev.assay.worker.wire.RecordJson;
import dev.assay.worker.wire.WireProtocol;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Effective settings as they fit into one message: clients and systems tell what they like. */
final class SettingExcerpts {
    private SettingExcerpts() {}

    /** The settings, long texts among them shortened. */
    static EffectiveConfig of(EffectiveConfig config) {
        Map<String, Map<String, String>> groups = new TreeMap<>();
        config.groups().forEach((name, settings) -> groups.put(Excerpt.of(name), shortened(settings)));
        return new EffectiveConfig(groups, shortened(config.overrides()));
    }

    private static Map<String, String> shortened(Map<String, String> texts) {
        Map<String, String> shown = new TreeMap<>();
        texts.forEach((name, text) -> shown.put(Excerpt.of(name), Excerpt.of(text)));
        return shown;
    }

    /**
     * The settings as they travel.
     *
     * @throws DriverException when there are too many for a message
     */
    static String text(EffectiveConfig config) throws DriverException {
        String text = RecordJson.text(config);
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > WireProtocol.LARGEST_MESSAGE_BYTES) {
            throw new DriverException("the client and the system tell " + bytes
                    + " B of effective settings, but a run keeps at most " + WireProtocol.LARGEST_MESSAGE_BYTES
                    + " B; is it the system that it should be?");
        }
        return text;
    }
}
