package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is the JDK's, compared with its own modules. */
class JvmNamesTest {

    /** Of other packages of {@code javax}, libraries have some of the names. */
    private static final List<String> SHARED = List.of(
            "javax.annotation.",
            "javax.lang.model",
            "javax.security.cert",
            "javax.tools",
            "javax.transaction.",
            "javax.xml.");

    @Test
    void whatThisJvmsServerModulesHaveIsTheJdks() {
        List<String> packages = Stream.of("java.base", "java.management", "java.naming", "java.sql", "java.scripting")
                .flatMap(module -> ModuleLayer.boot().findModule(module).orElseThrow().getPackages().stream())
                .filter(name -> SHARED.stream().noneMatch(shared -> (name + ".").startsWith(shared)))
                .toList();

        assertThat(packages).isNotEmpty().allMatch(name -> JvmNames.isJdk(name + ".Some"));
    }

    @Test
    void whatLibrariesHaveIsNot() {
        assertThat(List.of(
                        "javax.servlet.http.HttpServlet",
                        "javax.inject.Inject",
                        "javax.annotation.Nullable",
                        "javax.persistence.EntityManager",
                        "javax.cache.Cache",
                        "javaxx.Some",
                        "javassist.ClassPool",
                        "org.sun.Some"))
                .noneMatch(JvmNames::isJdk);
    }
}
