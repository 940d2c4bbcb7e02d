package dev.assay.run.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.assay.host.file.RecordJson;
import java.io.PrintWriter;
import java.time.Clock;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Prints each event as a JSON object on a line of its own. */
public final class EventLines {
    /** Writes ASCII alone, so that characters which could harm a terminal are escaped. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(RecordJson.texts())
            .changeDefaultVisibility(RecordJson::onlyComponents)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(inclusion -> inclusion
                    .withValueInclusion(JsonInclude.Include.NON_ABSENT)
                    .withContentInclusion(JsonInclude.Include.ALWAYS))
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private final PrintWriter out;
    private final Clock clock;

    /** @param clock says when each event was */
    public EventLines(PrintWriter out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    public synchronized void print(RunEvent event) {
        ObjectNode line = JSON.createObjectNode();
        line.put("event", event.type());
        line.put("at", clock.instant().toString());
        ObjectNode fields = JSON.valueToTree(event);
        line.setAll(fields);
        out.println(JSON.writeValueAsString(line));
        out.flush();
    }
}
