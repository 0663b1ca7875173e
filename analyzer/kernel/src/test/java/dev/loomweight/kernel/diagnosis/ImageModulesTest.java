package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose code the classes of an image are into which jlink put the application and a library, next to the JDK's modules. */
class ImageModulesTest {

    private static final String SHOP = "com.acme.Shop";
    private static final String POOL = "com.sun.pools.Pool";
    private static final int SYNCHRONIZED_STATIC = 0x28;

    @TempDir
    private static Path folder;

    private static Path image;

    @BeforeAll
    static void link() throws Exception {
        Optional<ToolProvider> jlink = ToolProvider.findFirst("jlink");
        assumeTrue(jlink.isPresent(), "this JDK has no jlink");
        write("shop/module-info.java", "module shop { requires pools; }");
        write("shop/com/acme/Shop.java", """
                package com.acme;
                public class Shop {
                    static synchronized void run() { com.sun.pools.Pool.take(() -> {}); }
                }
                """);
        write("pools/module-info.java", "module pools { exports com.sun.pools; }");
        write("pools/com/sun/pools/Pool.java", """
                package com.sun.pools;
                public class Pool {
                    public static synchronized void take(Runnable then) { then.run(); }
                }
                """);
        String sources = folder.resolve("sources").toString();
        String modules = folder.resolve("modules").toString();
        run(
                ToolProvider.findFirst("javac").orElseThrow(),
                "-d",
                modules,
                "--module-source-path",
                sources,
                "--module",
                "shop,pools");
        image = folder.resolve("image");
        run(jlink.get(), "--module-path", modules, "--add-modules", "shop", "--output", image.toString());
    }

    private static void write(String file, String source) throws Exception {
        Path path = folder.resolve("sources").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, source);
    }

    private static void run(ToolProvider tool, String... arguments) {
        StringWriter output = new StringWriter();
        PrintWriter out = new PrintWriter(output);
        assertThat(tool.run(out, out, arguments))
                .as("%s: %s", tool.name(), output)
                .isZero();
    }

    /** With the reader of the image's own JDK, and with the one that runs nothing of it. */
    private static List<ClassPath> paths(@Nullable String mainClass) {
        TargetClasses named = new TargetClasses("capture.json", List.of(), null, mainClass, null, null, "25");
        TargetClasses home =
                new TargetClasses("capture.json", List.of(), image.toString(), mainClass, null, null, "25");
        return List.of(
                ClassPath.of(List.of(), image, 25, List.of(named)), ClassPath.of(List.of(), null, 0, List.of(home)));
    }

    @Test
    void itsOwnModulesAreTheApplicationsAndItsLibraries() throws Exception {
        for (ClassPath path : paths(SHOP)) {
            try (path) {
                assertThat(owners(path, List.of()))
                        .containsEntry(SHOP, "OWN module shop")
                        .containsEntry(POOL, "LIBRARY module pools")
                        .containsEntry("java.util.HashMap", "JDK")
                        .containsEntry("sun.nio.ch.Net", "JDK");
            }
        }
    }

    @Test
    void withoutAMainClassTheyAreUndecidedAndNotTheJdks() throws Exception {
        for (ClassPath path : paths(null)) {
            try (path) {
                assertThat(owners(path, List.of()))
                        .containsEntry(SHOP, "UNDECIDED module shop")
                        .containsEntry(POOL, "UNDECIDED module pools")
                        .containsEntry("sun.nio.ch.Net", "JDK");
            }
        }
    }

    @Test
    void whatTheUserCallsTheirsWinsOverAll() throws Exception {
        for (ClassPath path : paths(null)) {
            try (path) {
                assertThat(owners(path, List.of("com.acme", "sun.nio.")))
                        .containsEntry(SHOP, "OWN module shop")
                        .containsEntry(POOL, "LIBRARY module pools")
                        .containsEntry("sun.nio.ch.Net", "OWN");
            }
        }
        try (ClassPath path = paths(null).getFirst()) {
            Pin pin = new Pin(
                    Instant.EPOCH,
                    30_000_000,
                    new ThreadRef(1, "", 0, true),
                    null,
                    null,
                    null,
                    new StackTrace(List.of(frame("sun.nio.ch.Net", "poll"), frame(SHOP, "run")), false));
            Diagnosis own = new Diagnoser(new Code(path), List.of("sun.nio.")).of(PinStack.of(pin), false);
            assertThat(own.first().kind()).isEqualTo(CauseKind.SYNCHRONIZED_METHOD);
            assertThat(own.blocker())
                    .as("code of the user's own is no call of the JDK")
                    .isNull();
        }
    }

    private static Map<String, String> owners(ClassPath path, List<String> own) {
        Owners owners = new Owners(new Code(path), own);
        Map<String, String> found = new TreeMap<>();
        for (String name : List.of(SHOP, POOL, "java.util.HashMap", "sun.nio.ch.Net")) {
            Frame frame = frame(name, name.equals(SHOP) ? "run" : "take");
            Owner owner = owners.of(owners.on(new StackTrace(new ArrayList<>(List.of(frame)), false)), 0);
            found.put(name, (owner.kind() + " " + owner.words()).strip());
        }
        return found;
    }

    private static Frame frame(String className, String method) {
        String descriptor = method.equals("take") ? "(Ljava/lang/Runnable;)V" : "()V";
        return new Frame(className, method, descriptor, -1, -1, SYNCHRONIZED_STATIC, "Interpreted");
    }
}
