package dev.assay.cli.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinition.AttributeInclusion;
import com.github.victools.jsonschema.generator.CustomDefinition.DefinitionType;
import com.github.victools.jsonschema.generator.CustomPropertyDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyName;
import dev.assay.model.spec.MessagingSystem;
import dev.assay.model.spec.Scenario;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.VendorSettings;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the JSON Schema (draft 2020-12) of scenario files from the records that the files are read into. */
public final class ScenarioSchema {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ValueSchemas values = new ValueSchemas(JSON);

    private ScenarioSchema() {}

    /** Returns the schema as indented JSON with a line end. */
    public static String text() {
        ObjectNode schema = new ScenarioSchema().generate();
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema).replace("\r\n", "\n") + "\n";
    }

    private ObjectNode generate() {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        JSON, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT, Option.DEFINITIONS_FOR_ALL_OBJECTS);
        config.forTypesInGeneral()
                .withPropertySorter((_, _) -> 0)
                .withTitleResolver(scope -> scope.getType().getErasedType() == Scenario.class ? "Assay scenario" : null)
                .withCustomDefinitionProvider(this::definition);
        config.forFields()
                .withPropertyNameOverrideResolver(field -> KeyName.of(component(field)))
                .withDescriptionResolver(field -> key(field).value())
                .withDefaultResolver(ScenarioSchema::fallback)
                .withRequiredCheck(this::required)
                .withCustomDefinitionProvider(this::definition);
        ObjectNode schema = new SchemaGenerator(config.build()).generateSchema(Scenario.class);
        ((ObjectNode) schema.path("properties")).set("variants", variants());
        putSharedKeysBesideTheOthers((ObjectNode) schema.path("$defs"));
        leaveKeysToForms(schema);
        return schema;
    }

    /** Removes what refuses all keys where one of several forms has some. */
    private static void leaveKeysToForms(JsonNode node) {
        if (node instanceof ObjectNode rules
                && rules.has("anyOf")
                && rules.path("additionalProperties").isBoolean()) {
            rules.remove("additionalProperties");
        }
        node.forEach(ScenarioSchema::leaveKeysToForms);
    }

    /** Moves the keys of a shared record beside the others, since the record itself is no key. */
    private static void putSharedKeysBesideTheOthers(ObjectNode definitions) {
        ObjectNode shared = (ObjectNode) definitions.remove("Servers");
        for (JsonNode definition : definitions) {
            if (definition.path("properties") instanceof ObjectNode keys && keys.remove("servers") != null) {
                keys.setAll((ObjectNode) shared.path("properties"));
            }
        }
    }

    private @Nullable CustomPropertyDefinition definition(FieldScope field, SchemaGenerationContext context) {
        if (field.getType().isInstanceOf(List.class)) {
            Class<?> each = field.getType().getTypeParameters().getFirst().getErasedType();
            return new CustomPropertyDefinition(values.oneOrMany(each));
        }
        if (key(field).single() || ValueSchemas.takesList(field.getType().getErasedType())) {
            return new CustomPropertyDefinition(values.single(field.getType().getErasedType()));
        }
        if (!field.getType().isInstanceOf(Map.class)) {
            return null;
        }
        ResolvedType each = field.getType().getTypeParameters().get(1);
        return each.getErasedType().isRecord() && !isBySystem(each)
                ? new CustomPropertyDefinition(named(each, key(field), context), AttributeInclusion.NO)
                : null;
    }

    private static boolean isBySystem(ResolvedType each) {
        return each.getErasedType() == SystemSpec.class || each.getErasedType() == VendorSettings.class;
    }

    private @Nullable CustomDefinition definition(ResolvedType type, SchemaGenerationContext context) {
        Class<?> erased = type.getErasedType();
        if (erased == Map.class) {
            ResolvedType value = type.getTypeParameters().get(1);
            ObjectNode node = isBySystem(value)
                    ? bySystem(value, context)
                    : values.free(context.createDefinitionReference(value));
            return new CustomDefinition(node, DefinitionType.INLINE, AttributeInclusion.NO);
        }
        return values.knows(erased)
                ? new CustomDefinition(values.oneOrList(erased), DefinitionType.STANDARD, AttributeInclusion.NO)
                : null;
    }

    /** Returns one optional entry for each kind of system; null stands for all defaults. */
    private ObjectNode bySystem(ResolvedType value, SchemaGenerationContext context) {
        ObjectNode node = JSON.createObjectNode().put("type", "object");
        ObjectNode properties = node.putObject("properties");
        for (MessagingSystem kind : MessagingSystem.installed()) {
            ResolvedType type = value.getErasedType() == SystemSpec.class
                    ? context.getTypeContext().resolve(kind.keys())
                    : value;
            properties
                    .putObject(kind.name())
                    .putArray("anyOf")
                    .add(context.createDefinitionReference(type))
                    .add(JSON.createObjectNode().put("type", "null"));
        }
        return node.put("additionalProperties", false);
    }

    /** Returns entries by name; null stands for none. */
    private ObjectNode named(ResolvedType value, Key key, SchemaGenerationContext context) {
        ObjectNode node = JSON.createObjectNode().put("description", key.value());
        ArrayNode forms = node.putArray("anyOf");
        forms.add(values.free(context.createDefinitionReference(value)));
        forms.addObject().put("type", "null");
        return node;
    }

    /** Returns dimensions by name, each with variants by name. */
    private static ObjectNode variants() {
        ObjectNode node = JSON.createObjectNode().put("type", "object");
        node.put("description", "Dimensions by name: variants with names, each with the keys that it changes.");
        ObjectNode dimension = node.putObject("additionalProperties").put("type", "object");
        dimension.put("minProperties", 1);
        dimension
                .putObject("additionalProperties")
                .putArray("type")
                .add("object")
                .add("null");
        return node;
    }

    /** Tells whether a key is required: records and maps except the systems may be absent, which means empty. */
    private boolean required(FieldScope field) {
        return isSystems(field)
                || (key(field).fallback().equals(Key.REQUIRED)
                        && values.knows(field.getType().getErasedType()));
    }

    private static boolean isSystems(FieldScope field) {
        return field.getType().isInstanceOf(Map.class)
                && field.getType().getTypeParameters().get(1).getErasedType() == SystemSpec.class;
    }

    private static @Nullable Object fallback(FieldScope field) {
        String fallback = key(field).fallback();
        if (fallback.equals(Key.REQUIRED)) {
            return null;
        }
        Class<?> type = field.getType().getErasedType();
        return type == int.class || type == long.class ? (Object) Long.valueOf(fallback) : fallback;
    }

    private static Key key(FieldScope field) {
        RecordComponent component = component(field);
        return component.getType() == Servers.class
                ? Servers.class.getRecordComponents()[0].getAnnotation(Key.class)
                : component.getAnnotation(Key.class);
    }

    private static RecordComponent component(FieldScope field) {
        return Arrays.stream(field.getDeclaringType().getErasedType().getRecordComponents())
                .filter(component -> component.getName().equals(field.getDeclaredName()))
                .findFirst()
                .orElseThrow();
    }
}
