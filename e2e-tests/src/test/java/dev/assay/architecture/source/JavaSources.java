package dev.assay.architecture.source;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import dev.assay.architecture.text.Finding;
import dev.assay.architecture.text.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Java sources as the compiler's own parser sees them; they need not compile together. */
final class JavaSources {
    private JavaSources() {}

    /** What breaks the rules in these files. */
    static List<Finding> findings(List<TextFile> files) {
        Map<URI, TextFile> byAddress = files.stream().collect(Collectors.toMap(JavaSources::address, file -> file));
        List<Source> sources = files.stream().map(Source::new).toList();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, diagnostic -> {}, List.of("-proc:none"), null, sources);
        List<Finding> findings = new ArrayList<>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                TextFile file = Objects.requireNonNull(
                        byAddress.get(unit.getSourceFile().toUri()));
                new SourceRules(file, unit, DocTrees.instance(task), findings).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return findings;
    }

    private static URI address(TextFile file) {
        return URI.create("memory:///" + file.path());
    }

    /** A file that the compiler reads from memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final TextFile file;

        Source(TextFile file) {
            super(address(file), JavaFileObject.Kind.SOURCE);
            this.file = file;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.text();
        }
    }
}
