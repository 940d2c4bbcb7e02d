package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerifiedBy;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the fields of all records of a run directory with a list beside the number of its format: a field that is added, renamed or removed raises the
 * number. {@code -Dassay.goldens=write} writes the list once that is done, and not before.
 */
class RecordedFieldsTest {
    private static final Path GOLDEN = Path.of("src/test/resources/dev/assay/store/fields.golden");

    @Test
    void fieldsThatChangeAreAnotherFormat() throws IOException {
        Map<Class<?>, String> records = new HashMap<>();
        Stream.of(
                        RunRecord.class,
                        TrialRecord.class,
                        VerificationRecord.class,
                        VerifiedBy.class,
                        StudyRecord.class,
                        CreationEntry.class)
                .forEach(type -> collect(type, records));
        String format = "format " + RunDirectory.FORMAT + "\n";
        String fields = records.values().stream().sorted().collect(Collectors.joining("\n", "", "\n"));
        if ("write".equals(System.getProperty("assay.goldens"))
                && !(Files.exists(GOLDEN) && Files.readString(GOLDEN).startsWith(format))) {
            Files.writeString(GOLDEN, format + fields);
        }
        assertThat(format + fields)
                .as("raise RunDirectory.FORMAT, then run with -Dassay.goldens=write")
                .isEqualTo(Files.readString(GOLDEN));
    }

    private static void collect(Type type, Map<Class<?>, String> records) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                collect(argument, records);
            }
        } else if (type instanceof Class<?> plain && plain.isRecord() && !records.containsKey(plain)) {
            RecordComponent[] components = plain.getRecordComponents();
            records.put(
                    plain,
                    plain.getSimpleName() + ": "
                            + Arrays.stream(components)
                                    .map(RecordComponent::getName)
                                    .collect(Collectors.joining(", ")));
            for (RecordComponent component : components) {
                collect(component.getGenericType(), records);
            }
        }
    }
}
