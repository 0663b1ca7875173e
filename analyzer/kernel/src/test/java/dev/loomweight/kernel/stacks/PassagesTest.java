package dev.loomweight.kernel.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.stacks.StackTrees.MarkedStack;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Stacks without class files; an underscore is a frame that is always shown. */
class PassagesTest {

    private static final String[] SERVED = {
        "java.lang.VirtualThread.park",
        "java.lang.Thread.sleep",
        "org.postgresql.core.PGStream.read",
        "org.postgresql.jdbc.PgStatement.execute",
        "com.zaxxer.hikari.pool.ProxyStatement.execute",
        "org.springframework.jdbc.core.JdbcTemplate.query",
        "com.acme.shop.Orders.all",
        "com.acme.shop.Orders$$SpringCGLIB$$0.all",
        "java.lang.reflect.Method.invoke",
        "org.acme.filters.Filter.doFilter",
        "jakarta.servlet.http.HttpServlet.service",
        "org.apache.catalina.core.StandardHostValve.invoke",
        "java.lang.VirtualThread.run"
    };

    private static final String HOLDER = "org.postgresql.jdbc.PgStatement.execute";

    @Test
    void withoutAWordOnWhatIsOwnThoseThatAreKnownByNameAreFolded() {
        assertThat(passages(List.of(), HOLDER))
                .containsExactly(
                        "the JDK",
                        "_",
                        "_",
                        "_",
                        "HikariCP",
                        "Spring",
                        "_",
                        "Spring",
                        "the JDK",
                        "_",
                        "the servlet API",
                        "Tomcat",
                        "the JDK");
    }

    @Test
    void allBeyondTheOutermostOwnFrameIsFolded() {
        assertThat(passages(List.of("com.acme."), HOLDER))
                .containsExactly(
                        "the JDK",
                        "_",
                        "_",
                        "_",
                        "HikariCP",
                        "Spring",
                        "_",
                        "Spring",
                        "the JDK",
                        "libraries",
                        "the servlet API",
                        "Tomcat",
                        "the JDK");
    }

    @Test
    void whatHoldsFurtherOutKeepsAllBeforeIt() {
        assertThat(passages(List.of("com.acme."), HOLDER, "org.apache.catalina.core.StandardHostValve.invoke"))
                .containsExactly("the JDK", "_", "_", "_", "_", "_", "_", "_", "_", "_", "_", "_", "the JDK");
    }

    @Test
    void anUnknownHolderIsAnyUpToTheApplicationsOutermost() {
        assertThat(passages(List.of()))
                .containsExactly(
                        "the JDK", "_", "_", "_", "_", "_", "_", "_", "_", "_", "the servlet API", "Tomcat", "the JDK");
    }

    @Test
    void aStackOfWhichNothingIsKnownIsShown() {
        MarkedStack stack =
                stack("com.acme.Other.name", Set.of(), null, "java.lang.Object.wait", "java.lang.Thread.run");

        assertThat(new Passages(new Owners(new Code(ClassPath.none()), List.of())).of(stack))
                .containsExactly("", "");
    }

    private static List<String> passages(List<String> own, String... holders) {
        MarkedStack stack =
                stack("org.postgresql.core.PGStream.read", Set.of(holders), "java.lang.Thread.sleep", SERVED);
        return new Passages(new Owners(new Code(ClassPath.none()), own))
                .of(stack).stream()
                        .map(passage -> passage.isEmpty() ? "_" : passage)
                        .toList();
    }

    private static MarkedStack stack(String group, Set<String> holders, @Nullable String blocker, String... methods) {
        List<Frame> frames = Arrays.stream(methods)
                .map(PassagesTest::place)
                .map(at -> new Frame(at.className(), at.methodName(), "()V", 7, 0, 0, "Inlined"))
                .toList();
        return new MarkedStack(
                group,
                new StackLines(new StackTrace(frames, false)),
                new Sum(1, 1, 1),
                holders.stream().map(PassagesTest::place).collect(Collectors.toSet()),
                blocker == null ? null : place(blocker));
    }

    private static CodePlace place(String method) {
        int dot = method.lastIndexOf('.');
        return new CodePlace(method.substring(0, dot), method.substring(dot + 1));
    }
}
