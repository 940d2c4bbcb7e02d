package dev.assay.cluster.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * @param options of the JVM, heap and collector included
 * @param mainClass its fully qualified name
 */
public record JavaCommand(String classPath, List<String> options, String mainClass, List<String> arguments) {
    public JavaCommand {
        options = List.copyOf(options);
        arguments = List.copyOf(arguments);
    }

    public JavaCommand with(List<String> more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(more);
        return new JavaCommand(classPath, all, mainClass, arguments);
    }

    public List<String> words() {
        List<String> words = new ArrayList<>(List.of(JavaHome.program("java").toString()));
        words.addAll(options);
        words.addAll(List.of("-cp", classPath, mainClass));
        words.addAll(arguments);
        return words;
    }
}
