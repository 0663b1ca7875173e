package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A bootstrap method that sleeps. The JVM calls it, by code of its own, when an invokedynamic is executed for the first
 * time, and the virtual thread keeps its carrier, on every JDK. Languages on the JVM link their calls so, and some look up
 * much meanwhile. Run the code once before the load arrives. (Java has no syntax for such a call, so its class is written
 * here byte by byte.)
 */
public final class BootstrapMethod implements Exhibit {

    private static final Object LOCK = new Object();

    @Override
    public void run() throws Exception {
        Runnable alone = linkedAtFirstUse(5);
        Virtual.run("alone", () -> runAlone(alone));
        Runnable locked = linkedAtFirstUse(3);
        Virtual.run("locked", () -> runLocked(locked));
    }

    private static void runAlone(Runnable linked) {
        linked.run();
    }

    private static void runLocked(Runnable linked) {
        synchronized (LOCK) {
            linked.run();
        }
    }

    /** Links one call; public for the JVM. */
    public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type) {
        Blocking.sleep(37);
        return new ConstantCallSite(MethodHandles.empty(type));
    }

    private static Runnable linkedAtFirstUse(int calls) throws Exception {
        String name = BootstrapMethod.class.getPackageName().replace('.', '/') + "/Linked";
        return (Runnable) MethodHandles.lookup()
                .defineHiddenClass(classFile(name, calls), false)
                .lookupClass()
                .getConstructor()
                .newInstance();
    }

    // A public class that is a Runnable, with a constructor, and with a method run() of that many invokedynamic, each
    // of
    // which is linked by itself.
    private static byte[] classFile(String name, int calls) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(52);
        writeConstants(out, name);
        out.writeShort(0x21);
        out.writeShort(2);
        out.writeShort(4);
        out.writeShort(1);
        out.writeShort(6);
        out.writeShort(0);
        out.writeShort(2);
        ByteArrayOutputStream constructor = new ByteArrayOutputStream();
        DataOutputStream code = new DataOutputStream(constructor);
        code.writeByte(0x2A);
        code.writeByte(0xB7);
        code.writeShort(12);
        code.writeByte(0xB1);
        writeMethod(out, 9, constructor.toByteArray());
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        code = new DataOutputStream(body);
        for (int i = 0; i < calls; i++) {
            code.writeByte(0xBA);
            code.writeShort(21);
            code.writeShort(0);
        }
        code.writeByte(0xB1);
        writeMethod(out, 7, body.toByteArray());
        out.writeShort(1);
        out.writeShort(13);
        out.writeInt(6);
        out.writeShort(1);
        out.writeShort(19);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    // A comment gives the index of each.
    private static void writeConstants(DataOutputStream out, String name) throws IOException {
        out.writeShort(23);
        writeText(out, name); // 1
        writePair(out, 7, 1); // 2: this class
        writeText(out, "java/lang/Object"); // 3
        writePair(out, 7, 3); // 4: its superclass
        writeText(out, "java/lang/Runnable"); // 5
        writePair(out, 7, 5); // 6: its interface
        writeText(out, "run"); // 7
        writeText(out, "()V"); // 8
        writeText(out, "<init>"); // 9
        writeText(out, "Code"); // 10
        writePair(out, 12, 9, 8); // 11: <init>()
        writePair(out, 10, 4, 11); // 12: Object.<init>()
        writeText(out, "BootstrapMethods"); // 13
        writeText(out, BootstrapMethod.class.getName().replace('.', '/')); // 14
        writePair(out, 7, 14); // 15
        writeText(out, "link"); // 16
        writeText(
                out,
                MethodType.methodType(CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class)
                        .descriptorString()); // 17
        writePair(out, 10, 15, 22); // 18: BootstrapMethod.link()
        out.writeByte(15); // 19: a handle that calls it
        out.writeByte(6);
        out.writeShort(18);
        writePair(out, 12, 7, 8); // 20: run()
        writePair(out, 18, 0, 20); // 21: the call that the first bootstrap method links
        writePair(out, 12, 16, 17); // 22: link()
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }

    private static void writePair(DataOutputStream out, int tag, int... indexes) throws IOException {
        out.writeByte(tag);
        for (int index : indexes) {
            out.writeShort(index);
        }
    }

    private static void writeMethod(DataOutputStream out, int name, byte[] code) throws IOException {
        out.writeShort(1);
        out.writeShort(name);
        out.writeShort(8);
        out.writeShort(1);
        out.writeShort(10);
        out.writeInt(12 + code.length);
        out.writeShort(1);
        out.writeShort(1);
        out.writeInt(code.length);
        out.write(code);
        out.writeInt(0);
    }
}
