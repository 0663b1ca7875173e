package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({
        "com.acme.Cart, com.acme.Cart",
        "com.acme.Cafe, com.acme.Cafe",
        "com.acme.Cart2, com.acme.Cart2",
        "'', ''",
        "com.acme.Cart$$Lambda+0x00007f1a08, com.acme.Cart$$Lambda",
        "com.acme.Cart$$Lambda+0x00007f1A08/324457684, com.acme.Cart$$Lambda",
        "com.acme.Cart$$Lambda+0x00007f1a08.324457684, com.acme.Cart$$Lambda",
        "com.acme.Cart$$Lambda.0x00007f1a08, com.acme.Cart$$Lambda",
        "com.acme.Cart$$Lambda/0x00007f1a08, com.acme.Cart$$Lambda",
        "com.acme.Cart$$Lambda-0x00007f1a08, com.acme.Cart$$Lambda-0x00007f1a08",
        "com.acme.Cart+0y08, com.acme.Cart+0y08",
        "com.acme.Cart+1x08, com.acme.Cart+1x08",
        "com.acme.Cart+0x, com.acme.Cart+0x",
        "com.acme.Cart+0x/123, com.acme.Cart+0x/123",
        "com.acme.Cart+0x0a, com.acme.Cart",
        "com.acme.Cart+0x0f, com.acme.Cart",
        "com.acme.Cart+0x0A, com.acme.Cart",
        "com.acme.Cart+0x0F, com.acme.Cart",
        "com.acme.Cart+0x00, com.acme.Cart",
        "com.acme.Cart+0x09, com.acme.Cart",
        "com.acme.Cart+0x0g, com.acme.Cart+0x0g",
        "com.acme.Cart+0x0G, com.acme.Cart+0x0G",
        "com.acme.Cart+0x0:, com.acme.Cart+0x0:",
        "+0x08, ''",
        "0x08, 0x08",
        "x08, x08",
        "123, 123",
        "a.123, a.123"
    })
    void aHiddenClassLosesItsAddress(String recorded, String stable) {
        assertThat(JvmNames.stableName(recorded)).isEqualTo(stable);
    }

    @ParameterizedTest
    @CsvSource({
        "[I, int[]",
        "[[J, long[][]",
        "[Z, boolean[]",
        "[B, byte[]",
        "[C, char[]",
        "[S, short[]",
        "[F, float[]",
        "[D, double[]",
        "[Ljava.lang.Object;, java.lang.Object[]",
        "[[Ljava.lang.Object;, java.lang.Object[][]",
        "[Ljava.lang.Object, [Ljava.lang.Object",
        "[Q, [Q",
        "[[, [[",
        "int[], int[]",
        "com.acme.Cart, com.acme.Cart"
    })
    void anArrayIsNamedAsInSourceCode(String recorded, String source) {
        assertThat(JvmNames.sourceName(recorded)).isEqualTo(source);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "SubPoller-1, true",
                "SubPoller-12, true",
                "SubPoller-, false",
                "SubPoller-1a, false",
                "Poller-1, false",
                "-, false"
            })
    void aPollerHasANumber(@Nullable String thread, boolean poller) {
        assertThat(JvmNames.isPoller(thread)).isEqualTo(poller);
        assertThat(JvmNames.isJvmOwnPin(thread, null)).isEqualTo(poller);
    }

    @Test
    void aPinOfAPollersInitializationIsTheJvmsOwn() {
        assertThat(JvmNames.isJvmOwnPin(null, "Waited for initialization of sun.nio.ch.Poller by another thread"))
                .isTrue();
        assertThat(JvmNames.isJvmOwnPin(null, "Waited for initialization of com.acme.Cart by another thread"))
                .isFalse();
    }

    @Test
    void anArrayOfIntsCanBeTheLockOfAClass() {
        assertThat(JvmNames.isClassLock("[I")).isTrue();
        assertThat(JvmNames.isClassLock("int[]")).isTrue();
        assertThat(JvmNames.isClassLock("[J")).isFalse();
        assertThat(JvmNames.isClassLock(null)).isFalse();
        assertThat(JvmNames.isShortLinking("[I", 999_999)).isTrue();
        assertThat(JvmNames.isShortLinking("[I", 1_000_000)).isFalse();
        assertThat(JvmNames.isShortLinking("com.acme.Cart", 1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // name, without frames, of the JVM
        "Signal Dispatcher, true, true",
        "C2 CompilerThread0, true, true",
        "Thread-7, true, false",
        "main, false, true",
        "Finalizer, false, true",
        "process reaper, false, true",
        "JFR Periodic Tasks, false, true",
        "VirtualThread-unparker, false, true",
        "worker-1, false, false",
        "'', false, false"
    })
    void theJvmsThreadsAreKnownByName(String thread, boolean withoutFrames, boolean ofJvm) {
        assertThat(JvmNames.isWithoutFrames(thread)).isEqualTo(withoutFrames);
        assertThat(JvmNames.isOfJvm(thread)).isEqualTo(ofJvm);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "com.acme.PluginClassLoader, true",
                "com.acme.ClassLoader+0x00007f1a08, true",
                "com.acme.ClassLoaders, false",
                "-, false"
            })
    void aNameSaysThatItIsOfAClassLoader(@Nullable String name, boolean loader) {
        assertThat(JvmNames.isLoaderName(name)).isEqualTo(loader);
    }

    @ParameterizedTest
    @CsvSource({
        // class, of the JDK, of the JDK alone
        "java.lang.String, true, true",
        "javax.net.ssl.SSLSocket, true, false",
        "javax.swing.JFrame, true, false",
        "javax.swing.other.JFrame, false, false",
        "jdk.internal.misc.Unsafe, true, false",
        "jdk.proxy2.$Proxy9, true, false",
        "com.sun.proxy.$Proxy9, true, false",
        "sun.nio.ch.Poller, true, false",
        "sun.security.ssl.SSLSocketImpl, true, false",
        "com.sun.net.httpserver.HttpServer, true, false",
        "com.sun.mail.smtp.SMTPTransport, false, false",
        "com.sun.jna.Native, false, false",
        "jdk.tools.jlink.internal.Main, true, false",
        "jdk.acme.Main, false, false",
        "sun.acme.Main, false, false",
        "org.w3c.dom.ls.LSInput, true, false",
        "org.w3c.dom.other.LSInput, false, false",
        "org.xml.sax.helpers.DefaultHandler, true, false",
        "org.ietf.jgss.GSSContext, true, false",
        "org.jcp.xml.dsig.internal.DigesterOutputStream, true, false",
        "netscape.javascript.JSObject, true, false",
        "Main, false, false"
    })
    void aPackageSaysWhoseAClassIs(String name, boolean jdk, boolean alone) {
        assertThat(JvmNames.isJdk(name)).isEqualTo(jdk);
        assertThat(JvmNames.isOfJdkAlone(name)).isEqualTo(alone);
    }

    @ParameterizedTest
    @CsvSource({"java.base, true", "jdk.jfr, true", "com.acme, false", "jdkx.some, false"})
    void aModuleIsTheJdksByItsName(String module, boolean jdk) {
        assertThat(JvmNames.isJdkModule(module)).isEqualTo(jdk);
    }
}
