package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.JSR;
import static org.objectweb.asm.Opcodes.MONITORENTER;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.RET;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Bytecode that javac does not write. The indexes are the sums of the sizes of the instructions. */
class AssembledCodeTest {

    private static final String DISAGREE = "paths that meet there hold different monitors";

    @Test
    void pathsThatHoldDifferentMonitorsAreNotDecided() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            Label join = new Label();
            m.visitVarInsn(ALOAD, 1);
            m.visitJumpInsn(IFNULL, join);
            Assembled.monitor(m, MONITORENTER, 0);
            m.visitLabel(join);
            Assembled.call(m);
            m.visitInsn(RETURN);
        });

        assertThat(monitors.before(5).uncertainty()).isNull();
        assertThat(locks(monitors, 6)).containsExactly("parameter 1");
        assertThat(monitors.before(6).uncertainty()).isEqualTo(DISAGREE);
    }

    @Test
    void aLoopThatTakesEverMoreMonitorsIsNotDecided() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            Label head = new Label();
            m.visitLabel(head);
            Assembled.monitor(m, MONITORENTER, 0);
            Assembled.call(m);
            m.visitJumpInsn(GOTO, head);
        });

        assertThat(monitors.before(0).uncertainty()).isEqualTo(DISAGREE);
        assertThat(monitors.before(2).uncertainty()).isEqualTo(DISAGREE);
    }

    @Test
    void aMonitorThatWasNotTakenCannotBeReleased() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            Assembled.monitor(m, MONITORENTER, 0);
            Assembled.monitor(m, MONITOREXIT, 1);
            Assembled.call(m);
            m.visitInsn(RETURN);
        });

        assertThat(locks(monitors, 2)).containsExactly("parameter 1");
        assertThat(monitors.before(2).uncertainty()).isNull();
        assertThat(monitors.before(4).uncertainty()).isEqualTo("it releases a monitor that it has not taken");
    }

    @Test
    void monitorsThatAreReleasedCrosswiseAreToldApart() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            Assembled.monitor(m, MONITORENTER, 0);
            Assembled.monitor(m, MONITORENTER, 1);
            Assembled.monitor(m, MONITOREXIT, 0);
            Assembled.call(m);
            Assembled.monitor(m, MONITOREXIT, 1);
            Assembled.call(m);
            m.visitInsn(RETURN);
        });

        assertThat(locks(monitors, 4)).containsExactly("parameter 1", "parameter 2");
        assertThat(locks(monitors, 6)).containsExactly("parameter 2");
        assertThat(locks(monitors, 11)).isEmpty();
        assertThat(monitors.before(11).uncertainty()).isNull();
    }

    @Test
    void aFailedMonitorenterHasTakenNothing() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            Label from = new Label();
            Label to = new Label();
            Label handler = new Label();
            m.visitTryCatchBlock(from, to, handler, "java/lang/NullPointerException");
            m.visitLabel(from);
            Assembled.monitor(m, MONITORENTER, 0);
            Assembled.monitor(m, MONITOREXIT, 0);
            m.visitInsn(RETURN);
            m.visitLabel(to);
            m.visitLabel(handler);
            m.visitInsn(POP);
            Assembled.call(m);
            m.visitInsn(RETURN);
        });

        assertThat(monitors.before(6)).isEqualTo(new BlockMonitors.Point(List.of(), List.of(), null));
    }

    @Test
    void everyHandlerThatCanTakeAnExceptionIsEntered() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            Label from = new Label();
            Label to = new Label();
            Label some = new Label();
            Label all = new Label();
            Label never = new Label();
            m.visitTryCatchBlock(from, to, some, "java/lang/Error");
            m.visitTryCatchBlock(from, to, all, "java/lang/Throwable");
            m.visitTryCatchBlock(from, to, never, null);
            Assembled.monitor(m, MONITORENTER, 0);
            m.visitLabel(from);
            Assembled.call(m);
            m.visitLabel(to);
            for (Label label : List.of(some, all, never)) {
                m.visitInsn(ACONST_NULL);
                m.visitInsn(POP);
                Assembled.monitor(m, MONITOREXIT, 0);
                m.visitInsn(RETURN);
                m.visitLabel(label);
            }
            Assembled.call(m);
            m.visitInsn(ATHROW);
        });

        assertThat(locks(monitors, 10)).containsExactly("parameter 1");
        assertThat(locks(monitors, 15)).containsExactly("parameter 1");
        assertThat(monitors.before(20).uncertainty()).isEqualTo("no path through the method reaches it");
    }

    @Test
    void aSubroutineReturnsToItsCallers() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            Label subroutine = new Label();
            Assembled.monitor(m, MONITORENTER, 0);
            m.visitJumpInsn(JSR, subroutine);
            Assembled.call(m);
            m.visitInsn(RETURN);
            m.visitLabel(subroutine);
            m.visitVarInsn(ASTORE, 2);
            Assembled.monitor(m, MONITOREXIT, 0);
            m.visitVarInsn(RET, 2);
        });

        assertThat(locks(monitors, 2)).containsExactly("parameter 1");
        assertThat(locks(monitors, 9)).containsExactly("parameter 1");
        assertThat(monitors.before(5)).isEqualTo(new BlockMonitors.Point(List.of(), List.of(), null));
    }

    @Test
    void codeThatIsNotValidIsNotDecided() {
        BlockMonitors underflow = Assembled.monitors(m -> {
            Assembled.monitor(m, MONITORENTER, 0);
            m.visitInsn(POP);
            m.visitInsn(ARETURN);
        });
        BlockMonitors endless = Assembled.monitors(m -> Assembled.monitor(m, MONITORENTER, 0));

        assertThat(underflow.before(0).uncertainty()).startsWith("its bytecode is not valid: ");
        assertThat(endless.before(0).uncertainty())
                .isEqualTo("its bytecode is not valid: it continues past its last instruction");
    }

    @Test
    void aMethodThatClaimsTooMuchIsNotAnalysed() {
        ParsedMethod method = Assembled.parsed(Assembled.classFile(m -> {
            for (int i = 0; i < 200; i++) {
                Assembled.monitor(m, MONITORENTER, 0);
                Assembled.monitor(m, MONITOREXIT, 0);
            }
            m.visitInsn(RETURN);
        }));
        assertThat(BlockMonitors.of(method).before(0).uncertainty()).isNull();
        method.node().maxLocals = 65_535;

        assertThat(BlockMonitors.of(method).before(0).uncertainty()).isEqualTo("the method is too large to analyze");
    }

    @Test
    void longExpressionsAreCut() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            m.visitVarInsn(ALOAD, 0);
            for (int i = 0; i < 30; i++) {
                m.visitFieldInsn(Opcodes.GETFIELD, "a/B", "next", "La/B;");
            }
            m.visitInsn(MONITORENTER);
            Assembled.call(m);
            m.visitInsn(RETURN);
        });

        assertThat(locks(monitors, 92)).singleElement().asString().hasSize(80).endsWith("...");
    }

    private static List<String> locks(BlockMonitors monitors, int offset) {
        return monitors.before(offset).monitors().stream().map(Monitor::lock).toList();
    }

    @Test
    void aWideInstructionKeepsTheIndexes() {
        BlockMonitors monitors = Assembled.monitors(m -> {
            wide(m);
            Assembled.monitor(m, MONITORENTER, 300);
            Assembled.call(m);
            m.visitInsn(RETURN);
        });

        // aload_0, wide astore 300 (4 bytes), wide aload 300 (4 bytes), monitorenter
        assertThat(locks(monitors, 9)).isEmpty();
        assertThat(locks(monitors, 10)).containsExactly("parameter 1");
    }

    private static void wide(MethodVisitor m) {
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ASTORE, 300);
    }
}
