package dev.assay.architecture.source;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import dev.assay.architecture.text.Finding;
import dev.assay.architecture.text.TextFile;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Walks one source file and notes what breaks a rule. */
final class SourceRules extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private static final Pattern SLEEP =
            Pattern.compile("(java\\.lang\\.)?Thread\\.sleep|(.*\\.)?(TimeUnit\\.)?(NANO|MICRO|MILLI)?SECONDS\\.sleep");

    private final TextFile file;
    private final CompilationUnitTree unit;
    private final DocTrees trees;
    private final SourcePositions positions;
    private final List<Finding> findings;

    SourceRules(TextFile file, CompilationUnitTree unit, DocTrees trees, List<Finding> findings) {
        this.file = file;
        this.unit = unit;
        this.trees = trees;
        this.positions = trees.getSourcePositions();
        this.findings = findings;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void nothing) {
        boolean shown = isProduct() && tree.getModifiers().getFlags().contains(Modifier.PUBLIC);
        if (shown && isUndocumented()) {
            note(tree, "the public type " + tree.getSimpleName() + " has no documentation");
        }
        return super.visitClass(tree, null);
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void nothing) {
        if (SLEEP.matcher(tree.toString()).matches()) {
            note(tree, "a sleep: wait for the condition instead");
        }
        return super.visitMemberSelect(tree, null);
    }

    private boolean isProduct() {
        return file.path().contains("src/main/java/");
    }

    private boolean isUndocumented() {
        return trees.getDocComment(getCurrentPath()) == null;
    }

    private void note(Tree tree, String what) {
        findings.add(new Finding(file.path(), (int) lineOf(positions.getStartPosition(unit, tree)), what));
    }

    private long lineOf(long position) {
        return unit.getLineMap().getLineNumber(position);
    }
}
